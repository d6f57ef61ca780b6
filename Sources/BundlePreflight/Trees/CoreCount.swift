import Glibc

/// The processor cores that this process may use.
let coreCount = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
