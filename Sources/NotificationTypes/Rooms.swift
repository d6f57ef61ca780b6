// A request has a trigger: the module of its types comes with this one.
@_exported public import TriggerTypes
