import Glibc

/// The reason why a notification cannot show a file.
package enum AttachmentFault: Error {
  case notAFile
  case unknownType
  /// It is empty, or larger than its type may be.
  case size(AttachmentType)
  /// Its first bytes are of something else.
  case content(AttachmentType)
}

extension AttachmentType {
  /// The type of an open file that a notification can show.
  /// - Parameter name: as of ``init(named:)``.
  /// - Throws: the first reason why it cannot be shown.
  package init(of file: Int32, named name: String) throws(AttachmentFault) {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard let type = AttachmentType(named: name) else { throw .unknownType }
    guard status.st_size > 0, status.st_size <= type.greatestSize else { throw .size(type) }
    var head = [UInt8](repeating: 0, count: Self.headSize)
    let count = pread(file, &head, head.count, 0)
    guard count >= 0, type.matches(Array(head[..<count])) else { throw .content(type) }
    self = type
  }
}
