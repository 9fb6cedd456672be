/// Exclusive use of a resource that has to be released.
///
/// Uses follow one another. ``abandon()`` may be called on any thread at any time: a resource in use is released when
/// the use ends.
final class Custody<Resource: Sendable>: Sendable {
    fileprivate enum State: Sendable {
        case available(Resource)
        case inUse
        /// Abandoned during a use, which releases the resource when it ends.
        case abandonedInUse
        case released
    }

    private let state: InlineLocked<State>
    private let release: @Sendable (Resource) -> Void

    /// Takes a resource into custody.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - release: Releases the resource. Called once, outside the lock.
    init(_ resource: Resource, release: @escaping @Sendable (Resource) -> Void) {
        state = InlineLocked(.available(resource))
        self.release = release
    }

    deinit { abandon() }

    /// Uses the resource.
    ///
    /// The resource is moved out of the lock during the use, so that `body` may take its time.
    ///
    /// - Parameters:
    ///   - fallback: The result if the resource was abandoned before.
    ///   - body: A closure with exclusive access to the resource.
    /// - Returns: The result of `body`, or `fallback`.
    /// - Throws: The error of `body`.
    func use<Result, Failure: Error>(
        ifAbandoned fallback: @autoclosure () -> Result,
        _ body: (inout Resource) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard var resource = state.withLock({ $0.take() }) else { return fallback() }
        defer {
            if !state.withLock({ $0.putBack(resource) }) { release(resource) }
        }
        return try body(&resource)
    }

    /// Releases the resource, at the latest when its current use ends. Later uses have no effect.
    func abandon() {
        if let resource = state.withLock({ $0.abandon() }) { release(resource) }
    }
}

extension Custody.State {
    fileprivate mutating func take() -> Resource? {
        switch self {
        case .available(let resource):
            self = .inUse
            return resource
        case .inUse:
            assertionFailure("A resource is used twice at the same time")
            return nil
        case .abandonedInUse, .released: return nil
        }
    }

    /// - Returns: `false` if the resource has to be released.
    fileprivate mutating func putBack(_ resource: Resource) -> Bool {
        guard case .inUse = self else {
            self = .released
            return false
        }
        self = .available(resource)
        return true
    }

    /// - Returns: The resource to release, or `nil` if it is in use or released.
    fileprivate mutating func abandon() -> Resource? {
        switch self {
        case .available(let resource):
            self = .released
            return resource
        case .inUse:
            self = .abandonedInUse
            return nil
        case .abandonedInUse, .released: return nil
        }
    }
}
