import Foundation

#if canImport(Darwin)
    package typealias SpawnActions = posix_spawn_file_actions_t?
#else
    package typealias SpawnActions = posix_spawn_file_actions_t
#endif

/// Adds actions that close all descriptors in a child but the standard ones, however many this process has.
package func closeInherited(_ actions: inout SpawnActions) {
    #if os(Linux)
        if let closeFrom {
            _ = closeFrom(&actions, 3)
            return
        }
    #endif
    for descriptor in 3..<Int32(clamping: min(sysconf(Int32(_SC_OPEN_MAX)), 65_536)) {
        posix_spawn_file_actions_addclose(&actions, descriptor)
    }
}

#if os(Linux)
    private typealias CloseFrom = @convention(c) (UnsafeMutablePointer<SpawnActions>, Int32) -> Int32

    /// A function of newer C libraries, which Swift does not import.
    private let closeFrom: CloseFrom? = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
        // SAFETY: the C library declares the function with this type.
        unsafeBitCast($0, to: CloseFrom.self)
    }
#endif
