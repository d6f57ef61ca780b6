// The types of a client's arguments.
@_exported public import NotificationAccess
