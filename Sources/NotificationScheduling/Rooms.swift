// A program that delivers has a schedule, too.
@_exported public import NotificationRequests
