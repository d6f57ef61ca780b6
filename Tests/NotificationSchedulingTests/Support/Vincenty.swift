import Foundation

/// Distances on the ellipsoid of WGS 84 by Vincenty's inverse formula (Survey Review 23, 1975): slow,
/// and without anything in common with what is tested. It does not converge for opposite places.
enum Vincenty {
  static func distance(
    _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double
  ) -> Double? {
    let (a, f) = (6_378_137.0, 1 / 298.257223563)
    let b = a * (1 - f)
    let radians = Double.pi / 180
    let u1 = atan((1 - f) * tan(latitude1 * radians))
    let u2 = atan((1 - f) * tan(latitude2 * radians))
    let difference = (longitude2 - longitude1) * radians
    var lambda = difference
    for _ in 0..<1_000 {
      let x = cos(u2) * sin(lambda)
      let y = cos(u1) * sin(u2) - sin(u1) * cos(u2) * cos(lambda)
      let sinSigma = (x * x + y * y).squareRoot()
      if sinSigma == 0 { return 0 }
      let cosSigma = sin(u1) * sin(u2) + cos(u1) * cos(u2) * cos(lambda)
      let sigma = atan2(sinSigma, cosSigma)
      let sinAlpha = cos(u1) * cos(u2) * sin(lambda) / sinSigma
      let cosAlpha2 = 1 - sinAlpha * sinAlpha
      let middle = cosAlpha2 == 0 ? 0 : cosSigma - 2 * sin(u1) * sin(u2) / cosAlpha2
      let c = f / 16 * cosAlpha2 * (4 + f * (4 - 3 * cosAlpha2))
      let last = lambda
      lambda =
        difference + (1 - c) * f * sinAlpha
        * (sigma + c * sinSigma * (middle + c * cosSigma * (2 * middle * middle - 1)))
      guard abs(lambda - last) < 1e-12 else { continue }
      let square = cosAlpha2 * (a * a - b * b) / (b * b)
      let big = 1 + square / 16_384 * (4_096 + square * (-768 + square * (320 - 175 * square)))
      let small = square / 1_024 * (256 + square * (-128 + square * (74 - 47 * square)))
      let inner = cosSigma * (2 * middle * middle - 1)
      let outer =
        small / 6 * middle * (4 * sinSigma * sinSigma - 3) * (4 * middle * middle - 3)
      let correction = small * sinSigma * (middle + small / 4 * (inner - outer))
      return b * big * (sigma - correction)
    }
    return nil
  }
}
