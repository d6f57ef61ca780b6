public import Foundation

/// What the classes of apps' delegates are derived from; there are no events here to respond to.
@preconcurrency @MainActor open class UIResponder: NSObject {
  /// Required: an app's delegate is made by ``UIApplicationMain(_:_:_:_:)``.
  public required nonisolated override init() { super.init() }
}
