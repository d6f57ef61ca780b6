public import AudioContainers

/// The name of a conversion's output beside others in a folder: the input's, with the container's
/// own extension.
public func outputName(for input: String, in container: Container) -> String {
  baseName(of: input) + "." + container.fileExtensions[0]
}
