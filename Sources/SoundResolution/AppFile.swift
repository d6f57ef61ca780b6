/// Files that an app has put beneath a folder of its own.
public enum AppFile {
  /// The content of a file, whose path beneath the folder is a list of names.
  ///
  /// No link beneath the folder is followed, no file outside can be reached, and a pipe or a device
  /// does not block.
  /// - Returns: nil where there is no such file, it is larger than `byteLimit`, or it may not be read.
  public static func content(
    of names: [String], beneath folder: String, byteLimit: Int64
  ) -> [UInt8]? {
    let path = names.compactMap(PlainName.init)
    guard !path.isEmpty, path.count == names.count else { return nil }
    return try? SoundFileReader(byteLimit: byteLimit).read(path, beneath: folder)
  }
}
