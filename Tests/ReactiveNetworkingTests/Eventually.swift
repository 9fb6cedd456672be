/// Waits until `isTrue` holds, ten minutes at most, and says whether it does. The thread is free meanwhile: there are few.
func eventually(_ isTrue: () throws -> Bool) async rethrows -> Bool {
    for _ in 1...60_000 {
        if try isTrue() { return true }
        try? await Task.sleep(for: .milliseconds(10))
    }
    return false
}
