/// The plural rules of a language: its cardinal ones of Unicode's CLDR 46,
/// copyright Unicode, Inc. (`Packaging/debian/copyright`).
///
/// Foundation's ICU has them, too, and makes each program that is linked with it 37 MB larger.
struct PluralRules: Sendable {
  private let rules: [(category: String, condition: PluralCondition)]

  /// - Parameter language: a tag such as `ru` or `pt-PT`; one that is unknown has only `other`.
  init(language: String) {
    var tag = language[...].prefix(64)
    while !tag.isEmpty {
      if let found = Self.table[tag] {
        rules = found
        return
      }
      tag = tag[..<(tag.lastIndex(of: "-") ?? tag.startIndex)]
    }
    rules = []
  }

  /// `zero`, `one`, `two`, `few`, `many` or `other`.
  func category(of number: Double) -> String {
    guard number.isFinite else { return "other" }
    let operands = PluralOperands(of: number)
    return rules.first { $0.condition.holds(for: operands) }?.category ?? "other"
  }

  static let table: [Substring: [(category: String, condition: PluralCondition)]] = {
    var table: [Substring: [(category: String, condition: PluralCondition)]] = [:]
    var tags: [Substring] = []
    var isComplete = true
    for line in text.split(separator: "\n") {
      let rule = line.split(separator: ": ")
      let category = String(rule[0].drop { $0 == " " })
      if rule.count == 2 {
        for tag in tags {
          table[tag, default: []].append((category, PluralCondition(String(rule[1]))))
        }
      } else {
        if isComplete { tags = [] }
        tags += line.split(separator: " ")
      }
      isComplete = rule.count == 2
    }
    return table
  }()

  /// The languages, then what holds for a number of each category, in the syntax of CLDR (UTS #35, Part
  /// 3, Plural Rules Syntax). Left out: languages without categories, and numbers that are written with
  /// an exponent.
  private static let text = """
    af an asa az bal bem bez bg brx ce cgg chr ckb dv ee el eo eu fo fur gsw ha haw hu jgo jmc
    ka kaj kcg kk kkj kl ks ksb ku ky lb lg mas mgo ml mn mr nah nb nd ne nn nnh no nr ny nyn om
    or os pap ps rm rof rwk saq sd sdh seh sn so sq ss ssy st syr ta te teo tig tk tn tr ts ug
    uz ve vo vun wae xh xog
      one: n = 1
    ast de en et fi fy gl ia io ji lij nl sc sv sw ur yi
      one: i = 1 and v = 0
    ak bho csw guw ln mg nso pa ti wa
      one: n = 0..1
    am as bn doi fa gu hi kn pcm zu
      one: i = 0 or n = 1
    iu naq sat se sma smi smj smn sms
      one: n = 1
      two: n = 2
    ca it lld pt-PT scn vec
      one: i = 1 and v = 0
      many: i != 0 and i % 1000000 = 0 and v = 0
    bs hr sh sr
      one: v = 0 and i % 10 = 1 and i % 100 != 11 or f % 10 = 1 and f % 100 != 11
      few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14 or f % 10 = 2..4 and f % 100 != 12..14
    ceb fil tl
      one: v = 0 and i = 1,2,3 or v = 0 and i % 10 != 4,6,9 or v != 0 and f % 10 != 4,6,9
    ff hy kab
      one: i = 0,1
    ar ars
      zero: n = 0
      one: n = 1
      two: n = 2
      few: n % 100 = 3..10
      many: n % 100 = 11..99
    blo ksh
      zero: n = 0
      one: n = 1
    cs sk
      one: i = 1 and v = 0
      few: i = 2..4 and v = 0
      many: v != 0
    dsb hsb
      one: v = 0 and i % 100 = 1 or f % 100 = 1
      two: v = 0 and i % 100 = 2 or f % 100 = 2
      few: v = 0 and i % 100 = 3..4 or f % 100 = 3..4
    he iw
      one: i = 1 and v = 0 or i = 0 and v != 0
      two: i = 2 and v = 0
    lv prg
      zero: n % 10 = 0 or n % 100 = 11..19 or v = 2 and f % 100 = 11..19
      one: n % 10 = 1 and n % 100 != 11 or v = 2 and f % 10 = 1 and f % 100 != 11 or v != 2 and \
        f % 10 = 1
    mo ro
      one: i = 1 and v = 0
      few: v != 0 or n = 0 or n != 1 and n % 100 = 1..19
    ru uk
      one: v = 0 and i % 10 = 1 and i % 100 != 11
      few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14
      many: v = 0 and i % 10 = 0 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 11..14
    be
      one: n % 10 = 1 and n % 100 != 11
      few: n % 10 = 2..4 and n % 100 != 12..14
      many: n % 10 = 0 or n % 10 = 5..9 or n % 100 = 11..14
    br
      one: n % 10 = 1 and n % 100 != 11,71,91
      two: n % 10 = 2 and n % 100 != 12,72,92
      few: n % 10 = 3..4,9 and n % 100 != 10..19,70..79,90..99
      many: n != 0 and n % 1000000 = 0
    cy
      zero: n = 0
      one: n = 1
      two: n = 2
      few: n = 3
      many: n = 6
    da
      one: n = 1 or t != 0 and i = 0,1
    es
      one: n = 1
      many: i != 0 and i % 1000000 = 0 and v = 0
    fr
      one: i = 0,1
      many: i != 0 and i % 1000000 = 0 and v = 0
    ga
      one: n = 1
      two: n = 2
      few: n = 3..6
      many: n = 7..10
    gd
      one: n = 1,11
      two: n = 2,12
      few: n = 3..10,13..19
    gv
      one: v = 0 and i % 10 = 1
      two: v = 0 and i % 10 = 2
      few: v = 0 and i % 100 = 0,20,40,60,80
      many: v != 0
    is
      one: t = 0 and i % 10 = 1 and i % 100 != 11 or t % 10 = 1 and t % 100 != 11
    kw
      zero: n = 0
      one: n = 1
      two: n % 100 = 2,22,42,62,82 or n % 1000 = 0 and n % 100000 = \
        1000..20000,40000,60000,80000 or n != 0 and n % 1000000 = 100000
      few: n % 100 = 3,23,43,63,83
      many: n != 1 and n % 100 = 1,21,41,61,81
    lag
      zero: n = 0
      one: i = 0,1 and n != 0
    lt
      one: n % 10 = 1 and n % 100 != 11..19
      few: n % 10 = 2..9 and n % 100 != 11..19
      many: f != 0
    mk
      one: v = 0 and i % 10 = 1 and i % 100 != 11 or f % 10 = 1 and f % 100 != 11
    mt
      one: n = 1
      two: n = 2
      few: n = 0 or n % 100 = 3..10
      many: n % 100 = 11..19
    pl
      one: i = 1 and v = 0
      few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14
      many: v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = \
        12..14
    pt
      one: i = 0..1
      many: i != 0 and i % 1000000 = 0 and v = 0
    shi
      one: i = 0 or n = 1
      few: n = 2..10
    si
      one: n = 0,1 or i = 0 and f = 1
    sl
      one: v = 0 and i % 100 = 1
      two: v = 0 and i % 100 = 2
      few: v = 0 and i % 100 = 3..4 or v != 0
    tzm
      one: n = 0..1 or n = 11..99
    """
}

/// What the rules ask of a number.
struct PluralOperands {
  /// The number without its sign, its integer, and its decimals as an integer.
  private let n, i, f: Double
  /// The number of decimals.
  private let v: Double

  init(of number: Double) {
    n = number.magnitude
    i = n.rounded(.down)
    let text = n == i ? "" : "\(n)"
    // "1.25", or "1.25e-07" for a small one.
    let parts = text.split(separator: "e")
    let decimals = parts.first?.split(separator: ".").last ?? ""
    let exponent = parts.count > 1 ? Double(parts[1]) ?? 0 : 0
    f = Double(exponent < 0 ? parts[0].filter(\.isNumber) : String(decimals)) ?? 0
    v = Double(decimals.count) - exponent
  }

  subscript(name: Substring) -> Double {
    switch name {
    case "n": n
    case "i": i
    case "v": v
    // Without the zeros at its end, `t`: a number that is computed has none.
    default: f
    }
  }
}

/// A condition of the rules: alternatives, of each of which all relations hold.
struct PluralCondition: Sendable {
  /// `n % 10 = 2..4,9`
  private struct Relation {
    let operand: Substring
    var divisor: Double?
    let isEqual: Bool
    let ranges: [ClosedRange<Double>]

    init(_ text: String) {
      let words = text.split(separator: " ")
      operand = words[0]
      divisor = words.count > 3 ? Double(words[2]) : nil
      isEqual = words[words.count - 2] == "="
      ranges = words[words.count - 1].split(separator: ",").map {
        let ends = $0.split(separator: ".").compactMap { Double($0) }
        return ends[0]...ends[ends.count - 1]
      }
    }

    func holds(for operands: PluralOperands) -> Bool {
      let value =
        divisor.map { operands[operand].truncatingRemainder(dividingBy: $0) }
        ?? operands[operand]
      return (value == value.rounded() && ranges.contains { $0.contains(value) }) == isEqual
    }
  }

  private let alternatives: [[Relation]]

  init(_ text: String) {
    alternatives = text.split(separator: " or ").map {
      $0.split(separator: " and ").map { Relation(String($0)) }
    }
  }

  func holds(for operands: PluralOperands) -> Bool {
    alternatives.contains { $0.allSatisfy { $0.holds(for: operands) } }
  }
}
