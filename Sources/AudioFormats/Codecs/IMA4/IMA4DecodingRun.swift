/// The inner loop of the decoder: one channel's packets, which are known to be valid.
///
/// Each sample waits for the one before it. A packet whose preamble no decoder can mistake for a
/// repetition does not: four such packets in a row are decoded in step.
@unsafe struct IMA4DecodingRun<Sample> {
  /// The channel's part of the first packet.
  let input: UnsafePointer<UInt8>
  /// The channel's first sample.
  let output: UnsafeMutablePointer<Sample>
  let channelCount: Int
  let rule: IMA4Decoder.PreambleRule
  let transitions: UnsafePointer<Int32>

  /// Decodes `count` packets; `state` is the one before and the one after them.
  @inline(__always)
  func decode(_ count: Int, _ state: inout IMAState, _ sample: (Int32) -> Sample) {
    var packet = 0
    // After a packet that repeats the running state, the next ones are likely to do so as well.
    var isInStep = true
    while packet < count {
      if isInStep, count - packet >= 4 {
        let settled = unsafe decodeFour(packet, &state, sample)
        isInStep = settled == 4
        packet += settled
        continue
      }
      let start = unsafe preamble(packet)
      isInStep = unsafe startsAlike(start, after: state)
      if !isInStep { state = start.state(after: state) } else { state = IMAState(start) }
      unsafe decodeOne(packet, &state, sample)
      packet += 1
    }
  }

  private func preamble(_ packet: Int) -> IMA4Preamble {
    let start = unsafe packet &* packetSize
    return unsafe IMA4Preamble(input[start], input[start &+ 1])
  }

  /// Whether a packet starts from the state in its preamble.
  private func startsAlike(_ preamble: IMA4Preamble, after state: IMAState) -> Bool {
    unsafe rule == .restarts || preamble.state(after: state) == IMAState(preamble)
  }

  private var packetSize: Int { unsafe IMA4Layout.bytesPerChannel &* channelCount }

  @inline(__always)
  private func decodeOne(_ packet: Int, _ state: inout IMAState, _ sample: (Int32) -> Sample) {
    let codes = unsafe input + packet &* packetSize + 2
    let samples = unsafe output + packet &* IMA4Layout.framesPerPacket &* channelCount
    for pair in 0..<IMA4Layout.framesPerPacket / 2 {
      let byte = unsafe Int(codes[pair])
      unsafe samples[2 &* pair &* channelCount] = sample(state.decode(byte & 0xF, transitions))
      unsafe samples[(2 &* pair &+ 1) &* channelCount] = sample(
        state.decode(byte >> 4, transitions))
    }
  }

  /// Decodes four packets as if each started from its preamble.
  /// - Returns: the number of packets that did; the first one always follows the running state's
  ///   rule.
  @inline(__always)
  private func decodeFour(
    _ packet: Int, _ state: inout IMAState, _ sample: (Int32) -> Sample
  ) -> Int {
    let starts = unsafe (preamble(packet + 1), preamble(packet + 2), preamble(packet + 3))
    let head = unsafe preamble(packet)
    var first = unsafe startsAlike(head, after: state) ? IMAState(head) : head.state(after: state)
    var (second, third, fourth) = (IMAState(starts.0), IMAState(starts.1), IMAState(starts.2))
    let stride = unsafe IMA4Layout.framesPerPacket &* channelCount
    let codes = unsafe input + packet &* packetSize + 2
    let samples = unsafe output + packet &* stride
    for pair in 0..<IMA4Layout.framesPerPacket / 2 {
      let bytes = unsafe (
        Int(codes[pair]), Int(codes[packetSize &+ pair]), Int(codes[2 &* packetSize &+ pair]),
        Int(codes[3 &* packetSize &+ pair])
      )
      let low = unsafe samples + 2 &* pair &* channelCount
      unsafe low[0] = sample(first.decode(bytes.0 & 0xF, transitions))
      unsafe low[stride] = sample(second.decode(bytes.1 & 0xF, transitions))
      unsafe low[2 &* stride] = sample(third.decode(bytes.2 & 0xF, transitions))
      unsafe low[3 &* stride] = sample(fourth.decode(bytes.3 & 0xF, transitions))
      let high = unsafe low + channelCount
      unsafe high[0] = sample(first.decode(bytes.0 >> 4, transitions))
      unsafe high[stride] = sample(second.decode(bytes.1 >> 4, transitions))
      unsafe high[2 &* stride] = sample(third.decode(bytes.2 >> 4, transitions))
      unsafe high[3 &* stride] = sample(fourth.decode(bytes.3 >> 4, transitions))
    }
    state = first
    guard unsafe startsAlike(starts.0, after: first) else { return 1 }
    state = second
    guard unsafe startsAlike(starts.1, after: second) else { return 2 }
    state = third
    guard unsafe startsAlike(starts.2, after: third) else { return 3 }
    state = fourth
    return 4
  }
}

extension IMAState {
  /// The state that the preamble stores.
  init(_ preamble: IMA4Preamble) {
    self.init(predictor: preamble.predictor, stepIndex: preamble.stepIndex)
  }
}
