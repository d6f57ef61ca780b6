// Checks a sound, and makes an alert sound of it.

import AlertSounds

let report = SoundValidator().validate(path: "ring.wav")
for finding in report.findings {
  print(finding.severity, finding.message, finding.fix?.text ?? "")
}
let converter = SoundConverter(try ConversionRequest(parsing: "caff:ima4"))
let result = try converter.convert("ring.wav", to: "ring.caf")
print(result.duration, "s,", result.outputBytes, "bytes")
