// As Apple's UIKit does: its users write Foundation's names without importing it.
@_exported public import Foundation
