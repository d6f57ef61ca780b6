// What the modules below and beside AlertSounds do, each in a few lines.

// snippet.files
import Files

let source = try FileSource(path: "ring.wav")
let copy = try AtomicFile(path: "copy.wav", inputs: [source.identity])
try copy.write(source.bytes(at: 0, count: Int(source.byteCount)), at: 0)
try copy.commit()
// snippet.end

// snippet.types
import AudioFormats

let format = try DataFormat(.ima4, sampleRate: 44_100, channelCount: 1)
print(format.codingName, format.bytesPerPacket, "bytes for", format.framesPerPacket, "frames")
let silence = PCMBuffer(channelCount: 1, samples: [0, 0, 0, 0])
print(silence.frameCount, "frames")
// snippet.end

// snippet.containers
import AudioFormats
import Files

let description = try ContainerDescription(parsing: FileSource(path: "ring.wav"))
print(description.container.name, description.dataFormat.codingName, description.duration ?? 0, "s")
for irregularity in description.irregularities {
  print("byte \(irregularity.position): \(irregularity.text)")
}
// snippet.end

// snippet.codecs
import AudioFormats

let ima4 = try DataFormat(.ima4, sampleRate: 44_100, channelCount: 1)
let click = PCMBuffer(channelCount: 1, samples: [0, 1, 0, -1])
var encoder = try makeEncoder(for: ima4, effort: .best)
var packets: [UInt8] = []
encoder.encode(click, into: &packets)
encoder.finish(into: &packets)

var decoder = try makeDecoder(for: ima4)
var decoded = PCMBuffer(channelCount: 1)
try decoder.decode(packets, into: &decoded)
print(packets.count, "bytes become", decoded.frameCount, "frames")
// snippet.end

// snippet.processing
import AlertSounds
import AudioProcessing

var edits = SoundEdits()
edits.loudness = -16
edits.fadeOut = 0.05
let track = try SoundFile(path: "ring.wav").track().edited(edits)
let meter = try LoudnessMeter(channelCount: track.channelCount, sampleRate: track.sampleRate)
try track.forEachBlock { meter.add($0) }
print(meter.loudness() ?? 0, "LUFS")
// snippet.end

// snippet.import
import AudioImport
import AudioFormats
import Files

let foreign = try ImportedSound(FileSource(path: "ring.flac"))
print(foreign.formatName, foreign.codingName, foreign.sampleRate, "Hz")
var reader = try foreign.pcm()
var block = PCMBuffer(channelCount: foreign.channelCount)
while try reader.readNext(into: &block) {
  print(block.frameCount, "frames")
}
// snippet.end

// snippet.drawing
import AlertSounds

let size = WaveformText.Size(width: 72, rows: 4)
let picture = try SoundPicture(of: SoundFile(path: "ring.wav"), columnCount: size.columnCount)
for line in WaveformText(picture, size, usesColor: false).lines { print(line) }
// snippet.end

// snippet.preflight
import BundlePreflight

let configuration = try PreflightConfiguration.found(above: ".")
let report = Preflight(configuration: configuration).run(["."])
for finding in report.findings {
  print(finding.file, finding.finding.severity, finding.finding.message)
}
print(report.fails(isStrict: false) ? "do not ship" : "ship")
// snippet.end
