// The types of a client's arguments, and the identity of its app.
@_exported public import AppProcesses
@_exported public import NotificationAccess
