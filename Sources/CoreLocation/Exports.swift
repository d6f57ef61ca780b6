// The regions under the name of Apple's module, for a program that imports it. It is a product of its
// own: in the graph of a package that has not asked for it, `canImport(CoreLocation)` stays false.
@_exported public import RegionTypes
