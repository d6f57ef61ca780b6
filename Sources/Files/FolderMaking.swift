import Glibc
import SystemPackage

/// Makes the folder `path` and its missing parents.
/// - Throws: ``FileError`` for the folder that cannot be made.
public func makeFolder(_ path: String) throws(FileError) {
  var missing: [FilePath] = []
  var folder = FilePath(path)
  while unsafe mkdir(folder.string, 0o777) != 0 {
    switch errno {
    case EEXIST:
      var status = Glibc.stat()
      guard unsafe stat(folder.string, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        throw FileError(.makeFolder, path, .system(ENOTDIR))
      }
    case ENOENT where !folder.removingLastComponent().isEmpty:
      missing.append(folder)
      folder = folder.removingLastComponent()
      continue
    case let code: throw FileError(.makeFolder, path, errno: Errno(rawValue: code))
    }
    break
  }
  for folder in missing.reversed() where unsafe mkdir(folder.string, 0o777) != 0 && errno != EEXIST
  {
    throw FileError(.makeFolder, path, errno: Errno(rawValue: errno))
  }
}
