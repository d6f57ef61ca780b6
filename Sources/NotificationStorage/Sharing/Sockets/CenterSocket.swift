public import Dispatch

/// How `tocsinctl center` talks with the program that has the owner's page: one for each store.
public final class CenterSocket: Sendable {
  /// What is asked of it.
  public enum Request: String, Sendable {
    /// A link that opens the page once.
    case link
    /// The end of the program.
    case stop
  }

  private let right: FileLock
  private let socket: AnsweringSocket

  /// - Parameters:
  ///   - folder: the folder of the store.
  ///   - queue: the queue of the answers.
  ///   - answer: makes the answer to a request.
  /// - Returns: nil where another process answers for this store.
  /// - Throws: ``StoreError`` where its lock, ``SchedulerError`` where its socket cannot be made.
  public init?(
    in folder: StoreFolder, on queue: DispatchQueue,
    answer: @escaping @Sendable (Request) -> String
  ) throws {
    guard let right = try FileLock.attempt(folder.lock("center")) else { return nil }
    self.right = right
    socket = try AnsweringSocket(Self.path(in: folder), on: queue) {
      Request(rawValue: $0).map(answer) ?? ""
    }
  }

  /// The answer of the program that runs; nil where there is none.
  public static func ask(_ request: Request, in folder: StoreFolder) -> String? {
    LocalSocket.ask(request.rawValue, at: path(in: folder))
  }

  private static func path(in folder: StoreFolder) -> String {
    WakeSocket.path(of: "center", in: folder)
  }
}
