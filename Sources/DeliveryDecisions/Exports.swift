// The types of a decision's arguments.
@_exported public import NotificationAccess
