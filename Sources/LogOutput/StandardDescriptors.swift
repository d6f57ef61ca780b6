import Glibc

/// Standard input, output and error.
public enum StandardDescriptors {
  /// Keeps the numbers of those that are closed. Otherwise the next file that is opened gets such a
  /// number, and what is written for people goes into it. Reading and writing fail as before.
  public static func fill() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
