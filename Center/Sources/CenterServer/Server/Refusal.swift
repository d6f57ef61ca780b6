import HTTPTypes

/// The reason why a request is not done, for the user.
struct Refusal: Error {
  let status: HTTPResponse.Status
  let message: String

  init(_ status: HTTPResponse.Status, _ message: String) {
    self.status = status
    self.message = message
  }
}
