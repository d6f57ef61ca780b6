// A program that delivers has a schedule, too, and may bring a timer of its own.
@_exported public import NotificationRequests
@_exported public import SchedulerTiming
