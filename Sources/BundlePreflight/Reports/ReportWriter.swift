/// A format in which a report can be written.
///
/// Writers put text out as they go: a report over 10,000 sounds is never one string.
protocol ReportWriter {
  func write(_ report: PreflightReport, to output: inout some TextOutputStream)
}
