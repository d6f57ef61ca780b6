// Like Apple's modules, so that a program that imports this one uses dates and zones without
// another import.
@_exported public import Foundation
