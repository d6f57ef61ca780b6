import NIOCore

/// Bounds the memory of a connection: the handler next to TLS.
///
/// It reads nothing while the client leaves answers unread, and closes the connection if that lasts.
/// Until a request is authorized, it passes bytes on in small copies, and flushes as soon as there
/// are some answers: so they are sent before the next bytes are handled, and an unfinished request
/// does not keep the whole buffer of TLS alive.
final class ConnectionGate: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The maximum number of bytes that an untrusted connection has handled at a time.
  private static let sliceLength = 1_024
  /// The number of bytes of answers at which it flushes.
  private static let flushLength = 4_096

  private let connection: Connection
  private let limits: ConnectionLimits
  /// The bytes that were read and not passed on: at most one read.
  private var held = ByteBuffer()
  private var isPassing = false
  private var isReadWanted = false
  private var stall: Scheduled<Void>?
  private var isFirstWrite = true
  /// The number of bytes that were written since the last flush.
  private var written = 0

  init(_ connection: Connection, _ limits: ConnectionLimits) {
    self.connection = connection
    self.limits = limits
  }

  func handlerRemoved(context: ChannelHandlerContext) { stall?.cancel() }

  // MARK: Inbound

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    if connection.isOver { return end(context) }
    if held.readableBytes == 0 { held = bytes } else { held.writeBuffer(&bytes) }
    pass(context)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if held.readableBytes == 0 { context.fireChannelReadComplete() }
  }

  func read(context: ChannelHandlerContext) {
    if connection.isOver || (held.readableBytes == 0 && context.channel.isWritable) {
      context.read()
    } else {
      isReadWanted = true
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    // The protocol's handler first: it has answers that it could not write.
    context.fireChannelWritabilityChanged()
    guard context.channel.isWritable else { return beginStall(context) }
    stall?.cancel()
    stall = nil
    pass(context)
    guard isReadWanted, held.readableBytes == 0, context.channel.isWritable else { return }
    isReadWanted = false
    context.read()
  }

  private func pass(_ context: ChannelHandlerContext) {
    if isPassing { return }
    isPassing = true
    defer { isPassing = false }
    while held.readableBytes > 0, !connection.isOver, context.channel.isWritable {
      // The parts of HTTP/1.1 are counted in slices.
      let isWhole = connection.isTrusted && connection.unparsed == nil
      let length = isWhole ? held.readableBytes : Self.sliceLength
      guard var slice = held.readSlice(length: min(length, held.readableBytes)) else { break }
      if !isWhole { slice = context.channel.allocator.buffer(buffer: slice) }
      connection.unparsed? += slice.readableBytes
      context.fireChannelRead(wrapInboundOut(slice))
      if held.readableBytes == 0 || written >= Self.flushLength {
        context.fireChannelReadComplete()
      }
      if let unparsed = connection.unparsed, unparsed > ConnectionLimits.unparsed {
        refuseHeaders(context)
      }
    }
    if connection.isOver { return end(context) }
    if held.readableBytes == 0 { held = ByteBuffer() }
  }

  // MARK: The end

  private func beginStall(_ context: ChannelHandlerContext) {
    guard stall == nil else { return }
    let channel = context.channel
    stall = context.eventLoop.scheduleTask(in: limits.stallTime) { channel.close(promise: nil) }
  }

  /// RFC 6585 §5.
  private func refuseHeaders(_ context: ChannelHandlerContext) {
    connection.isOver = true
    let answer = context.channel.allocator.buffer(
      string: "HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n"
        + "content-length: 0\r\n\r\n")
    context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
  }

  private func end(_ context: ChannelHandlerContext) {
    held = ByteBuffer()
    context.close(promise: nil)
  }

  // MARK: Outbound

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    var bytes = unwrapOutboundIn(data)
    if isFirstWrite { StreamAllowance.announce(in: &bytes) }
    isFirstWrite = false
    written += bytes.readableBytes
    context.write(wrapOutboundOut(bytes), promise: promise)
  }

  func flush(context: ChannelHandlerContext) {
    written = 0
    context.flush()
  }
}

/// Two maximums of open streams: the one that clients are told, and the larger one of nio-http2.
///
/// nio-http2 ends the whole connection when its maximum is exceeded. With room for one more, the
/// stream alone can be refused (RFC 9113 §5.1.2), before nio-http2 would end the connection.
enum StreamAllowance {
  static let inLibrary = ConnectionLimits.streams + 1

  /// Changes the maximum in the SETTINGS frame with which the server's side of a connection begins
  /// (RFC 9113 §6.5); other bytes stay as they are.
  static func announce(in bytes: inout ByteBuffer) {
    let start = bytes.readerIndex
    guard let head: UInt32 = bytes.getInteger(at: start), head & 0xFF == 4,
      let flags: UInt8 = bytes.getInteger(at: start + 4), flags == 0,
      let stream: UInt32 = bytes.getInteger(at: start + 5), stream == 0
    else { return }
    let end = start + 9 + Int(head >> 8)
    for place in stride(from: start + 9, to: end - 5, by: 6)
    where bytes.getInteger(at: place, as: UInt16.self) == 3
      && bytes.getInteger(at: place + 2, as: UInt32.self) == UInt32(inLibrary)
    {
      bytes.setInteger(UInt32(ConnectionLimits.streams), at: place + 2)
    }
  }
}
