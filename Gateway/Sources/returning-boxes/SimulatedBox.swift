import APNsGateway
import Foundation
import NIOCore
import NIOSSL
import RemoteNotifications

/// One box's connection: the engine's text protocol, from its greeting to the newest push.
final class SimulatedBox: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let box: BoxCredentials
  private let tls: NIOSSLContext
  private let done: EventLoopPromise<Void>
  private var received = ByteBuffer()
  private var isGreeted = false
  /// The requests that are still to be made, one after the other.
  private var requests: [(subject: String, body: String)]
  private var hasAll = false

  init(_ box: BoxCredentials, context: NIOSSLContext, done: EventLoopPromise<Void>) {
    self.box = box
    tls = context
    self.done = done
    let newest = "$JS.API.DIRECT.GET.PUSH.push.\(box.device).\(box.app)"
    requests = [
      ("reg.\(box.device).\(box.app)", #"{"topic":"\#(box.topic)"}"#),
      (newest + ".a", ""), (newest + ".b", ""),
    ]
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var part = unwrapInboundIn(data)
    received.writeBuffer(&part)
    do {
      while let message = try EngineMessage(reading: &received) { try take(message, context) }
    } catch {
      fail(error, context)
    }
    received.discardReadBytes()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { fail(error, context) }

  func channelInactive(context: ChannelHandlerContext) {
    if hasAll {
      FileHandle.standardError.write(Data("the engine has dropped \(box.device)\n".utf8))
    }
    fail(ChannelError.eof, context)
  }

  private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
    done.fail(error)
    context.close(promise: nil)
  }

  private func take(_ message: EngineMessage, _ context: ChannelHandlerContext) throws {
    switch message {
    case .greeting(let nonce):
      // The engine greets in the clear, then TLS begins. It may greet again on a change of its own.
      guard !isGreeted else { return }
      isGreeted = true
      try context.pipeline.syncOperations.addHandler(
        NIOSSLClientHandler(context: tls, serverHostname: "localhost"), position: .first)
      try greet(nonce, context)
      ask(context)
    case .ping: send("PONG\r\n", context)
    case .error(let text): throw GatewayError(text)
    case .answer(let isAbsence): try answered(isAbsence, context)
    }
  }

  private func greet(_ nonce: String, _ context: ChannelHandlerContext) throws {
    let signature = Base64URL.text(try NKey(seed: box.seed).sign(Array(nonce.utf8)))
    send(
      """
      CONNECT {"verbose":false,"pedantic":false,"tls_required":true,"lang":"swift","version":"1",\
      "protocol":1,"headers":true,"no_responders":true,"jwt":"\(box.user)","sig":"\(signature)"}\r
      SUB live.\(box.device).> 1\r
      SUB _INBOX.\(box.device).> 2\r\n
      """, context)
  }

  private func ask(_ context: ChannelHandlerContext) {
    let (subject, body) = requests[0]
    send("PUB \(subject) _INBOX.\(box.device).1 \(body.utf8.count)\r\n\(body)\r\n", context)
  }

  /// There must be a token and an alert; there is no background push.
  private func answered(_ isAbsence: Bool, _ context: ChannelHandlerContext) throws {
    guard !hasAll else { return }
    let request = requests.removeFirst()
    guard isAbsence == request.subject.hasSuffix(".b") else {
      throw GatewayError("\(request.subject) is answered with \(isAbsence ? "nothing" : "a push")")
    }
    if !requests.isEmpty { return ask(context) }
    hasAll = true
    done.succeed()
  }

  private func send(_ text: String, _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
  }
}
