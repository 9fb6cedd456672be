import Foundation

/// Runs `body` on as little stack as a thread of Dispatch has; on more where a sanitizer makes every frame larger.
func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    let isSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
    return await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: body()) }
        thread.stackSize = (isSanitized ? 8 : 1) * 512 << 10
        thread.start()
    }
}
