/// What keeps a store sound.
public protocol UpkeepStore: Sendable {
  /// Opens the store anew after a fault of the disk, checks it, and mends what can be mended.
  func recover() throws(StoreError)

  /// Keeps a copy to recover from.
  func backUp() throws(StoreError)

  /// A note that outlives the process.
  func note(_ key: String) throws(StoreError) -> String?
  func setNote(_ key: String, to value: String) throws(StoreError)

  /// Gives up room that was kept for a full disk; false where there is none.
  func releaseReserve() -> Bool
}
