import Dispatch
import Foundation
import LogOutput
import NotificationTypes

/// A program that is an app's service extension, as Apple's systems make one of the class that an
/// `Info.plist` names:
///
///     ServiceExtensionProgram.run { NotificationService() }
///
/// `tocsinctl app register APP --service-extension PROGRAM` registers it; `tocsin-remote` starts it
/// for each alert from a server whose payload has `mutable-content`.
public enum ServiceExtensionProgram {
  /// Runs the extension on the request on standard input, writes the content that it delivers to
  /// standard output, and ends the process. The main queue and the main run loop are served.
  ///
  /// SIGTERM is the end of its time: `serviceExtensionTimeWillExpire()` is called. Without an answer
  /// nothing is written, and the original content is delivered.
  /// - Parameter make: creates the extension.
  public static func run(_ make: @escaping @Sendable () -> UNNotificationServiceExtension) -> Never
  {
    guard let request = request() else {
      let text =
        "a request from a server is expected on standard input: "
        + "tocsinctl app register APP --service-extension PROGRAM"
      StandardErrorLog.write(text)
      exit(EX_DATAERR)
    }
    let run = ServiceExtensionRun(make())
    signal(SIGTERM, SIG_IGN)
    let expiry = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
    expiry.setEventHandler { run.expire() }
    expiry.activate()
    Task.detached {
      run.begin(UNNotificationRequest(request))
      // The process that has started this one limits the time.
      end(with: await run.answer(within: .seconds(3_600), on: ContinuousClock()))
    }
    // A run loop without a source ends.
    RunLoop.main.add(Timer(timeInterval: 3_600, repeats: true) { _ in }, forMode: .default)
    while true {
      withExtendedLifetime(expiry) { RunLoop.main.run() }
    }
  }

  private static func request() -> NotificationRequest? {
    let input = try? FileHandle.standardInput.readToEnd()
    return input.flatMap { try? JSONDecoder().decode(NotificationRequest.self, from: $0) }
  }

  private static func end(with answer: ServiceExtensionRun.Answer?) -> Never {
    guard let answer else { exit(EX_OK) }
    do {
      let data = try JSONEncoder().encode(answer.content.fields.value)
      try FileHandle.standardOutput.write(contentsOf: data)
      exit(EX_OK)
    } catch {
      StandardErrorLog.write("the content cannot be written: \(error)")
      exit(EX_IOERR)
    }
  }
}
