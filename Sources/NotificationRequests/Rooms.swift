// The modules of the types that a program with a schedule names: they come with this one.
@_exported public import ClocksAndQueues
@_exported public import DeliveryLogging
@_exported public import NotificationStorage
@_exported public import RegionTracking
@_exported public import StoreSharing
@_exported public import StoreTables
@_exported public import TriggerDates
