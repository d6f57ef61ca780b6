/// What becomes of records that were changed on several machines.
///
/// A machine knows what it had in common with the others at last, its base. A record that is as in the
/// base was not changed here, so that the others' counts; any other was changed here, and counts.
package struct Reconciliation: Equatable {
  /// What this machine has from now on, records that were removed among them.
  package private(set) var merged: SharedRecords = [:]
  /// What the others must learn.
  package private(set) var news: [SharedRecord] = []

  /// - Parameters:
  ///   - base: what was in common at last.
  ///   - ours: what this machine has; a record of the base that is not among them was removed here.
  ///   - theirs: what the others have, as far as they have told.
  /// - Throws: ``GatewayError`` if a record cannot be read.
  package init(
    base: SharedRecords, ours: SharedRecords, theirs: SharedRecords
  ) throws(GatewayError) {
    for key in Set(base.keys).union(ours.keys).union(theirs.keys).sorted() {
      let own = ours[key] ?? base[key]?.removed
      let record = try Self.merge(base: base[key], own, theirs[key])
      merged[key] = record
      if let record, record != theirs[key] { news.append(record) }
    }
  }

  private static func merge(
    base: SharedRecord?, _ own: SharedRecord?, _ other: SharedRecord?
  ) throws(GatewayError) -> SharedRecord? {
    guard let own, let other, own != other else { return other ?? own }
    if own == base { return other }
    switch own.kind {
    case .seal: return try mergeKeys(own, other)
    case .revocation: return try mergeRevocations(own, other)
    // A machine that does not know what was in common may not bring back what was removed.
    case .provider, .topic, .device: return base == nil ? other : own
    }
  }

  /// A seal key stays for ever: a token may be sealed with it.
  private static func mergeKeys(
    _ own: SharedRecord, _ other: SharedRecord
  ) throws(GatewayError) -> SharedRecord {
    guard var keys: [SealKeyRecord] = try other.value(),
      let ownKeys: [SealKeyRecord] = try own.value()
    else { return own }
    for key in ownKeys {
      if let index = keys.firstIndex(where: { $0.key == key.key }) {
        keys[index].retired = keys[index].retired ?? key.retired
      } else {
        keys.append(key)
      }
    }
    return try SharedRecord(.seal, own.name, keys)
  }

  /// The later one refuses more.
  private static func mergeRevocations(
    _ own: SharedRecord, _ other: SharedRecord
  ) throws(GatewayError) -> SharedRecord {
    guard let one: Int64 = try own.value(), let two: Int64 = try other.value() else { return other }
    return one > two ? own : other
  }
}
