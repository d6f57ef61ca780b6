// As Apple's modules do: a program that imports this one uses dates and zones without another import.
@_exported public import Foundation
