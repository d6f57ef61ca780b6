// The modules of the types that a program that delivers names: they come with this one.
@_exported public import AlertRinging
@_exported public import AppSessions
@_exported public import DeliveryDecisions
@_exported public import DeliveryFlow
