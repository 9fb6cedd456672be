import Foundation

/// A Boolean value that indicates whether a sanitizer is active. Every step then takes longer, and every frame is
/// larger.
package let isSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil

/// Runs `body` on a stack as small as that of a Dispatch thread, or a larger one if a sanitizer enlarges every frame.
package func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: body()) }
        thread.stackSize = (isSanitized ? 8 : 1) * 512 << 10
        thread.start()
    }
}
