/// Waits up to ten minutes until `isTrue` returns `true`, and returns its last result. The wait does not block a
/// thread, because there are only a few.
package func eventually(_ isTrue: () throws -> Bool) async rethrows -> Bool {
    for _ in 1...60_000 {
        if try isTrue() { return true }
        try? await Task.sleep(for: .milliseconds(10))
    }
    return false
}
