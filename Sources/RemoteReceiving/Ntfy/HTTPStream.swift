import CCurl
import Glibc

/// A request whose answer is read line by line as it arrives, perhaps for days.
struct HTTPRequest: Sendable, Hashable {
  var url: String
  /// The value of the header `Authorization`; nil for none.
  var authorization: String?
  /// The certificates that the server is verified with (PEM); nil for those of the system.
  var certificates: String?
}

/// The end of a stream.
struct HTTPEnd: Sendable, Hashable {
  /// The server's HTTP status; 0 if there was no answer.
  let status: Int
  /// The failure, for people; nil if the server ended the stream properly.
  let reason: String?
}

/// One transfer of the library. It must be used on one thread only.
final class HTTPStream {
  /// The maximum length of a line, in bytes; longer ones are left out. A message has 4,096 bytes
  /// (docs.ntfy.sh, "Limitations"), six times as many where JSON escapes each, and other fields.
  static let maximumLength = 1 << 15
  /// The number of bytes of a refusal's body that are read.
  private static let longestRefusal = 1 << 10

  let handle: UnsafeMutableRawPointer
  private var headers: UnsafeMutablePointer<curl_slist>?
  private let error = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private let take: (Line) -> Bool
  private var line: [UInt8] = []
  /// The length of the line so far, with what is not kept of it.
  private var length = 0

  /// A line of the answer.
  enum Line: Sendable, Hashable {
    case whole([UInt8])
    /// One that was too long, with its length in bytes.
    case tooLong(Int)
  }

  /// - Parameter take: called with each line; false ends the stream.
  /// - Returns: nil if there is not enough memory.
  init?(_ request: HTTPRequest, _ take: @escaping (Line) -> Bool) {
    guard let handle = curl_easy_init() else { return nil }
    self.handle = handle
    self.take = take
    error.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    set(request)
  }

  deinit {
    curl_easy_cleanup(handle)
    curl_slist_free_all(headers)
    error.deallocate()
  }

  private func set(_ request: HTTPRequest) {
    _ = tocsin_curl_set_text(handle, CURLOPT_URL, request.url)
    // No other protocol and no other host: an answer must not decide where secrets are sent.
    _ = tocsin_curl_set_number(handle, CURLOPT_PROTOCOLS, Int(CURLPROTO_HTTP | CURLPROTO_HTTPS))
    _ = tocsin_curl_set_number(handle, CURLOPT_FOLLOWLOCATION, 0)
    _ = tocsin_curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
    _ = tocsin_curl_set_number(handle, CURLOPT_CONNECTTIMEOUT, 20)
    _ = tocsin_curl_set_number(handle, CURLOPT_TCP_KEEPALIVE, 1)
    _ = tocsin_curl_set_number(handle, CURLOPT_BUFFERSIZE, 1 << 14)
    _ = tocsin_curl_set_text(handle, CURLOPT_USERAGENT, "tocsin-remote")
    if let authorization = request.authorization {
      headers = curl_slist_append(headers, "Authorization: " + authorization)
    }
    _ = tocsin_curl_set_list(handle, CURLOPT_HTTPHEADER, headers)
    if let certificates = request.certificates {
      _ = tocsin_curl_set_certificates(handle, certificates)
    } else if access(Self.certificateFolder, R_OK) == 0 {
      // From the folder, only the needed certificate is read; the file with all of them would be
      // read whole and take 5 MiB permanently.
      _ = tocsin_curl_set_text(handle, CURLOPT_CAINFO, nil)
      _ = tocsin_curl_set_text(handle, CURLOPT_CAPATH, Self.certificateFolder)
    }
    _ = tocsin_curl_set_errors(handle, error)
    _ = tocsin_curl_set_writer(handle, takeBytes, Unmanaged.passUnretained(self).toOpaque())
  }

  /// The folder in which Debian and its derivatives have a file for each certificate, under the
  /// name that OpenSSL looks up.
  private static let certificateFolder = "/etc/ssl/certs"

  private var status: Int {
    var status = 0
    _ = tocsin_curl_get_number(handle, CURLINFO_RESPONSE_CODE, &status)
    return status
  }

  /// - Returns: false if the stream must end.
  fileprivate func take(_ bytes: UnsafeBufferPointer<CChar>) -> Bool {
    guard status == 200 else {
      line += bytes.prefix(max(0, Self.longestRefusal - line.count)).map(UInt8.init(bitPattern:))
      return true
    }
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 10) {
      add(rest[..<end])
      rest = rest[(end + 1)...]
      let whole = length > Self.maximumLength ? Line.tooLong(length) : .whole(line)
      line.removeAll(keepingCapacity: line.capacity <= 1 << 14)
      let isEmpty = length == 0
      length = 0
      if !isEmpty, !take(whole) { return false }
    }
    add(rest)
    return true
  }

  private func add(_ bytes: Slice<UnsafeBufferPointer<CChar>>) {
    length += bytes.count
    if length <= Self.maximumLength { line += bytes.map(UInt8.init(bitPattern:)) }
  }

  func end(_ code: CURLcode) -> HTTPEnd {
    let status = status
    guard code == CURLE_OK else {
      let own = String(cString: error)
      let reason = own.isEmpty ? curl_easy_strerror(code).map { String(cString: $0) } : own
      return HTTPEnd(status: status, reason: reason ?? "it broke off")
    }
    guard status != 200 else { return HTTPEnd(status: status, reason: nil) }
    let text = String(decoding: line, as: UTF8.self).prefix { !$0.isNewline }
    return HTTPEnd(status: status, reason: "status \(status)" + (text.isEmpty ? "" : ": \(text)"))
  }
}

private func takeBytes(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ closure: UnsafeMutableRawPointer?
) -> Int {
  guard let closure else { return 0 }
  let stream = Unmanaged<HTTPStream>.fromOpaque(closure).takeUnretainedValue()
  let buffer = UnsafeBufferPointer(start: bytes, count: size * count)
  // Any number but the piece's own size ends the transfer; for an empty piece, 0 would not.
  return stream.take(buffer) ? buffer.count : buffer.count + 1
}

/// The streams of a process, all used on the thread that waits for them.
final class HTTPStreams {
  private let multi: UnsafeMutableRawPointer
  private var streams: [UnsafeMutableRawPointer: HTTPStream] = [:]

  /// Nil if the library is not installed.
  init?() {
    guard tocsin_has_curl() != 0, curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK,
      let multi = curl_multi_init()
    else { return nil }
    self.multi = multi
  }

  deinit {
    for handle in streams.keys { curl_multi_remove_handle(multi, handle) }
    curl_multi_cleanup(multi)
  }

  /// Begins a request.
  /// - Returns: its name; nil if there is not enough memory.
  func open(
    _ request: HTTPRequest, _ take: @escaping (HTTPStream.Line) -> Bool
  ) -> UnsafeMutableRawPointer? {
    guard let stream = HTTPStream(request, take),
      curl_multi_add_handle(multi, stream.handle) == CURLM_OK
    else { return nil }
    streams[stream.handle] = stream
    return stream.handle
  }

  /// Closes a stream; no events of it are reported from now on.
  func close(_ name: UnsafeMutableRawPointer) {
    guard let stream = streams.removeValue(forKey: name) else { return }
    curl_multi_remove_handle(multi, stream.handle)
  }

  /// Does the work that is possible without waiting.
  /// - Returns: the streams that have ended.
  func perform() -> [(name: UnsafeMutableRawPointer, end: HTTPEnd)] {
    var count: Int32 = 0
    curl_multi_perform(multi, &count)
    var ended: [(name: UnsafeMutableRawPointer, end: HTTPEnd)] = []
    while let message = curl_multi_info_read(multi, &count) {
      guard let name = message.pointee.easy_handle, let stream = streams[name] else { continue }
      ended.append((name, stream.end(tocsin_curl_result(message))))
    }
    for (name, _) in ended { close(name) }
    return ended
  }

  /// Waits until a stream has work, or ``Waker/wake()`` is called.
  func wait(milliseconds: Int32) {
    var count: Int32 = 0
    curl_multi_poll(multi, nil, 0, milliseconds, &count)
  }

  /// The part that other threads may use, as long as the streams exist.
  struct Waker: @unchecked Sendable {
    fileprivate let multi: UnsafeMutableRawPointer
    func wake() { curl_multi_wakeup(multi) }
  }

  var waker: Waker { Waker(multi: multi) }
}
