import NIOCore

/// The open connections, in all and of each network: one client must not take the places of all
/// others.
struct ConnectionCounts: Sendable {
  /// An IPv4 address, or the first 64 bits of an IPv6 address, which are one customer's.
  enum Network: Hashable, Sendable {
    case four(UInt32)
    case six(UInt64)
    /// A socket without an address.
    case none

    init(_ address: SocketAddress?) {
      // ip(7), ipv6(7): where a socket address has the address.
      switch address {
      case .v4(let address):
        let bytes = withUnsafeBytes(of: address.address) { Array($0) }
        self = .four(UInt32(Self.number(bytes[4..<8])))
      case .v6(let address):
        let bytes = withUnsafeBytes(of: address.address) { Array($0[8..<24]) }
        // An IPv4 address on a socket for both (RFC 4291 §2.5.5.2).
        let isFour = Self.number(bytes[..<8]) == 0 && Self.number(bytes[8..<12]) == 0xFFFF
        self =
          isFour
          ? .four(UInt32(Self.number(bytes[12...]))) : .six(Self.number(bytes[..<8]))
      default: self = .none
      }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  private let maximum: Int
  private let maximumOfNetwork: Int
  private(set) var count = 0
  private var networks: [Network: Int] = [:]

  init(maximum: Int, ofNetwork maximumOfNetwork: Int) {
    self.maximum = maximum
    self.maximumOfNetwork = maximumOfNetwork
  }

  /// Counts a new connection.
  /// - Returns: false if there are too many; then it is not counted.
  mutating func add(_ network: Network) -> Bool {
    let own = networks[network, default: 0]
    guard count < maximum, own < maximumOfNetwork else { return false }
    count += 1
    networks[network] = own + 1
    return true
  }

  /// Counts the end of a connection.
  mutating func remove(_ network: Network) {
    count -= 1
    let own = networks[network, default: 1] - 1
    networks[network] = own == 0 ? nil : own
  }
}
