import Foundation

/// Whether a sanitizer watches this process: every step takes longer then, and every frame is larger.
let isSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil

/// Runs `body` on as little stack as a thread of Dispatch has; on more where a sanitizer makes every frame larger.
func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: body()) }
        thread.stackSize = (isSanitized ? 8 : 1) * 512 << 10
        thread.start()
    }
}
