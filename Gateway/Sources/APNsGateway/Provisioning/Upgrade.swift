import Foundation

/// Brings a state that an older version made to this version's form: the gateway's users get their
/// rights by name, and the user of before, which had all rights, is refused from then on.
package struct Upgrade: Sendable {
  private let folder: StateFolder

  package init(_ folder: StateFolder) {
    self.folder = folder
  }

  /// Whether the state is an older version's.
  /// - Throws: ``GatewayError`` if the state cannot be read.
  package var isNeeded: Bool {
    get throws(GatewayError) {
      for name in ["gateway.creds", "system.creds"] {
        if try isOld(name) { return true }
      }
      return false
    }
  }

  private func isOld(_ name: String) throws(GatewayError) -> Bool {
    guard folder.exists(name) else { return true }
    return try EngineCredentials(folder, name).hasAllRights
  }

  /// Writes the new form; what is in it already stays.
  /// - Returns: whether something was written.
  /// - Throws: ``GatewayError`` if the state cannot be read or written.
  package func run() throws(GatewayError) -> Bool {
    try folder.locked { () throws(GatewayError) in
      guard try isNeeded else { return false }
      let identity: EngineIdentity = try folder.load("identity.json")
      let old =
        folder.exists("gateway.creds") ? try EngineCredentials(folder, "gateway.creds") : nil
      try identity.writeCredentials(to: folder)
      // The new ones are there first: a gateway that is shut out connects with them.
      if let old, old.hasAllRights {
        try Revocation(folder).write(old.user, since: WallClock.milliseconds())
      }
      return true
    }
  }
}
