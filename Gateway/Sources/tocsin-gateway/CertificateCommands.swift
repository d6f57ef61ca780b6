import APNsGateway
import ArgumentParser
import Foundation

struct Certificate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "The certificates that providers connect with, instead of signing tokens.",
    subcommands: [Add.self, Withdraw.self])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes a certificate: NAME.pem, certificate and key, in this folder.")

    @OptionGroup var state: StateOption
    @Argument(help: "The provider's name.") var name: String
    @Option(help: "A topic it may push to, or a beginning and a star. May be repeated.")
    var topic: [String] = []

    func run() throws {
      guard !topic.isEmpty else {
        throw GatewayError("Say which topics the certificate is for: --topic org.example.kitchen.")
      }
      guard name.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]{0,63}/) != nil else {
        throw GatewayError("A name is up to 64 letters, digits, and . _ -.")
      }
      for text in topic { _ = try TopicPattern(text) }
      let (certificate, key, fingerprint) = try Certificates(state.folder).makeProvider(name)
      let file = "\(name).pem"
      try SecretOutput.create(file, certificate + key)
      try ProviderFile(state.folder).add(
        ProviderRecord(name: name, certificate: fingerprint, topics: topic))
      Terminal.give(file)
      Terminal.say(
        "\(file) is written, certificate and key. Give it to the provider, with "
          + "\(state.folder.file("ca.pem")). \(try state.reach())")
    }
  }

  struct Withdraw: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Withdraws a certificate: its pushes are answered 403 Forbidden.")

    @OptionGroup var state: StateOption
    @Argument(help: "The provider's name.") var name: String

    func run() throws {
      try ProviderFile(state.folder).change { records throws(GatewayError) in
        guard records.contains(where: { $0.name == name && $0.certificate != nil }) else {
          throw GatewayError("There is no certificate \(name). See `tocsin-gateway key list`.")
        }
        for index in records.indices
        where records[index].name == name && records[index].certificate != nil {
          records[index].withdrawn = true
        }
      }
      Terminal.say(
        "The certificate \(name) is withdrawn. Connections that are open keep it until they end. "
          + "\(try state.reach())")
    }
  }
}
