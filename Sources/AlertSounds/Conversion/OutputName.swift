public import AudioFormats
import Files

/// The name of a conversion's output beside others in a folder: the input's, with the container's
/// own extension. Standard input becomes `stdin`.
public func outputName(for input: String, in container: Container) -> String {
  plainName(of: input) + "." + container.fileExtensions[0]
}

/// The name of an input without its folder and its extension; `stdin` for standard input.
public func plainName(of input: String) -> String {
  input == OutputFile.standardPath ? "stdin" : baseName(of: input)
}
