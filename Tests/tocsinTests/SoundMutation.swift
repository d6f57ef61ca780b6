import Foundation
import TestSupport

/// Sounds of the fixtures with some of their bytes, sizes, counts and rates replaced, or cut off.
struct SoundMutation {
  private let seeds: [(name: String, bytes: [UInt8])]
  private var generator: SeededGenerator

  private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../AlertSoundsTests/Fixtures").standardized
  /// The bytes of the largest fixture that is taken: small ones are done sooner, and damaged as much.
  private static let sizeLimit = 12_000

  init(_ generator: SeededGenerator) throws {
    self.generator = generator
    let folders = ["valid", "defective", "fuzz"].map { Self.fixtures.appending(path: $0) }
    seeds = try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
        (name, [UInt8](try Data(contentsOf: folder.appending(path: name))))
      }
    }.filter { name, bytes in
      (8...Self.sizeLimit).contains(bytes.count)
        && ["caf", "wav", "aif", "aiff", "aifc"].contains(name.split(separator: ".").last ?? "")
    }
  }

  /// The next file: its name, which no other has, and its bytes.
  mutating func next(_ number: Int) -> (name: String, bytes: [UInt8]) {
    let seed = seeds[Int.random(in: seeds.indices, using: &generator)]
    var bytes = seed.bytes
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: replaceByte(&bytes)
      case 1: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
      case 2: replaceField(&bytes, at: Int.random(in: 0..<min(bytes.count, 256), using: &generator))
      case 3: replaceRate(&bytes)
      default: replaceNamedField(&bytes)
      }
      if bytes.count < 8 { bytes = seed.bytes }
    }
    return ("\(number)-\(seed.name)", bytes)
  }

  private mutating func replaceByte(_ bytes: inout [UInt8]) {
    let place = Int.random(in: bytes.indices, using: &generator)
    bytes[place] = .random(in: 0...255, using: &generator)
  }

  /// Numbers at the edges of their types, and small ones.
  private static let extremes: [UInt64] = [
    0, 1, 2, 15, 16, 17, 18, 63, 64, 255, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF,
    1 << 40, UInt64(Int64.max) - 1, UInt64(Int64.max), 1 << 63, .max - 7, .max,
  ]

  /// Writes an extreme number of 2, 4 or 8 bytes, in either order.
  private mutating func replaceField(_ bytes: inout [UInt8], at place: Int) {
    let value = Self.extremes[Int.random(in: Self.extremes.indices, using: &generator)]
    let size = [2, 4, 8][Int.random(in: 0..<3, using: &generator)]
    let isBig = Bool.random(using: &generator)
    for index in 0..<size where place + index < bytes.count {
      let shift = 8 * (isBig ? size - 1 - index : index)
      bytes[place + index] = UInt8(truncatingIfNeeded: value >> UInt64(shift))
    }
  }

  /// Chunks with a header of their own, and the bytes after its start that hold fields.
  private static let chunks: [(id: String, fields: Range<Int>)] = [
    ("fmt ", 4..<30), ("data", 4..<12), ("fact", 4..<12), ("COMM", 4..<30), ("SSND", 4..<16),
    ("desc", 4..<44), ("pakt", 4..<36), ("chan", 4..<24), ("kuki", 4..<16), ("ds64", 4..<36),
  ]

  private mutating func replaceNamedField(_ bytes: inout [UInt8]) {
    let chunk = Self.chunks[Int.random(in: Self.chunks.indices, using: &generator)]
    guard let place = Self.place(of: chunk.id, in: bytes) else { return replaceByte(&bytes) }
    replaceField(&bytes, at: place + Int.random(in: chunk.fields, using: &generator))
  }

  /// Rates of which most are none: those that measuring filters cannot take are below 3,364 Hz.
  private mutating func replaceRate(_ bytes: inout [UInt8]) {
    let rate = [1, 2, 15, 16, 17, 18, 19, 100, 3_363, 7_999, 192_001, 768_000, 768_001][
      Int.random(in: 0..<13, using: &generator)]
    if let place = Self.place(of: "fmt ", in: bytes), place + 16 <= bytes.count {
      for index in 0..<4 {
        bytes[place + 12 + index] = UInt8(truncatingIfNeeded: rate >> (8 * index))
      }
    } else if let place = Self.place(of: "desc", in: bytes), place + 20 <= bytes.count {
      let bits = Double(rate).bitPattern
      for index in 0..<8 {
        bytes[place + 12 + index] = UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * index))
      }
    }
  }

  private static func place(of id: String, in bytes: [UInt8]) -> Int? {
    let id = Array(id.utf8)
    return bytes.indices.dropLast(3).first { bytes[$0..<$0 + 4].elementsEqual(id) }
  }
}
