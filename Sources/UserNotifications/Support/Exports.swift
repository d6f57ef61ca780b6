// As Apple's module does: a program that imports it uses dates and regions without another import.
@_exported public import Foundation
@_exported public import RegionTypes
