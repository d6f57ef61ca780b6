import Foundation

/// An object that went into an archive and came out again.
func archived<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object? {
  let data = try NSKeyedArchiver.archivedData(
    withRootObject: object, requiringSecureCoding: true)
  return try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data)
}
