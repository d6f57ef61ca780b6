// Like Apple's module, so that a program that imports it uses dates and regions without another
// import.
@_exported public import Foundation
@_exported public import RegionTypes
