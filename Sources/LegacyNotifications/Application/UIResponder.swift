public import Foundation

/// The base class of apps' delegates; there are no events here to respond to.
@preconcurrency @MainActor open class UIResponder: NSObject {
  /// Required, because ``UIApplicationMain(_:_:_:_:)`` creates an app's delegate.
  public required nonisolated override init() { super.init() }
}
