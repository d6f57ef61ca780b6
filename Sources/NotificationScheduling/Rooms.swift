// The modules of the types that a host of a scheduler names: they come with this one.
@_exported public import ClocksAndQueues
@_exported public import DeliveryLogging
@_exported public import RegionTracking
@_exported public import StoreSharing
@_exported public import TriggerDates
