/// A format in which a report can be written.
///
/// Writers write in parts: a report on 10,000 sounds is never one string.
protocol ReportWriter {
  func write(_ report: PreflightReport, to output: inout some TextOutputStream)
}
