import Glibc

/// A shared library that is loaded when it is first needed: a run that does not need it starts
/// without it, and works where it is not installed.
@unsafe public struct SharedLibrary {
  private let handle: UnsafeMutableRawPointer

  /// Loads the library of this name; nil where it is not installed. It is never unloaded.
  public init?(_ name: String) {
    guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
    unsafe self.handle = handle
  }

  /// The function `name` of the library, or of one that it needs; nil where there is none.
  /// `Function` must be its type in C.
  public func function<Function>(_ name: String) -> Function? {
    unsafe dlsym(handle, name).map { unsafe unsafeBitCast($0, to: Function.self) }
  }
}
