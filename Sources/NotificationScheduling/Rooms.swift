// The modules of the types that a host of a scheduler names: they come with this one.
@_exported public import ClocksAndQueues
@_exported public import TriggerDates
