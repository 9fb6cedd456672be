/// A small memory of the requests that a network sent recently, with its layers.
///
/// It holds only requests that are a method and a URL. Others may hold objects of the user, which the network must not
/// keep alive. A request does not remember its layers either, because it may outlive the network.
final class LayeredRequests: Sendable {
    private struct Entry: Sendable {
        let identity: any AnyObject & Sendable
        let form: Request
    }

    private static let count = 64

    private let entries = Locked([Entry?](repeating: nil, count: count))

    /// Returns `request` with the layers, which `resolve` adds unless the result is known.
    func form(of request: Request, _ resolve: () -> Request) -> Request {
        guard let identity = request.plainIdentity else { return resolve() }
        let slot = Int(UInt(bitPattern: ObjectIdentifier(identity).hashValue) % UInt(Self.count))
        if let known = entries.withLock({ $0[slot] }), known.identity === identity { return known.form }
        let entry = Entry(identity: identity, form: resolve())
        // The replaced entry is released outside the lock.
        _ = entries.withLock { entries in
            defer { entries[slot] = entry }
            return entries[slot]
        }
        return entry.form
    }
}
