import ReactiveNetworking

/// Everything that a look-up has to know beside the files: changes that are not in the directory yet, and changes that
/// the directory has refused.
///
/// A removal takes effect for look-ups of this process when it begins, and remains in effect if the files cannot be
/// removed. So a look-up waits neither for other operations nor for other processes.
final class DiskView: Sendable {
    /// The effect of an operation on look-ups.
    enum Effect: Sendable {
        /// The records are gone; `nil` stands for all records of the operation's URL.
        case removal(Set<EntryName>?)
        /// The records have other metadata, if the closure returns any.
        case change(@Sendable (EntryName, CacheMetadata) -> CacheMetadata?)
    }

    struct Token: Sendable {
        fileprivate let key: CacheKey?
        fileprivate let number: UInt64
    }

    /// The effects on the records of one URL at one moment.
    struct Snapshot: Sendable {
        fileprivate var effects: [Effect]
        fileprivate var hidden: Set<EntryName>
        fileprivate var metadata: [EntryName: CacheMetadata]
        /// Differs if an effect has ended in between. The files then may have been read before its operation, and
        /// the effects after it.
        let version: UInt64

        /// Returns the metadata that a record has; `nil` if the record is gone.
        func metadata(of name: EntryName, _ stored: CacheMetadata) -> CacheMetadata? {
            guard !hides(name) else { return nil }
            var metadata = metadata[name] ?? stored
            for case .change(let change) in effects { metadata = change(name, metadata) ?? metadata }
            return metadata
        }

        func hides(_ name: EntryName) -> Bool {
            if hidden.contains(name) { return true }
            for case .removal(let names) in effects where names?.contains(name) != false { return true }
            return false
        }
    }

    private struct State: Sendable {
        var effects: [CacheKey?: [(number: UInt64, effect: Effect)]] = [:]
        /// The records that could not be removed.
        var hidden: Set<EntryName> = []
        /// The removals that failed before anybody knew the names of their records.
        var failed: [Token] = []
        /// The metadata that could not be written.
        var metadata: [EntryName: CacheMetadata] = [:]
        var number: UInt64 = 0
        var version: UInt64 = 0

        mutating func begin(_ effect: Effect, _ key: CacheKey?) -> Token {
            number += 1
            effects[key, default: []].append((number, effect))
            return Token(key: key, number: number)
        }

        mutating func end(_ token: Token) {
            version += 1
            effects[token.key]?.removeAll { $0.number == token.number }
            if effects[token.key]?.isEmpty == true { effects[token.key] = nil }
        }
    }

    /// The number of records beyond which a removal that fails hides everything that the store has.
    private static let hiddenLimit = 16_384
    /// The number of records beyond which a change that fails hides its record.
    private static let metadataLimit = 1_024

    private let state = InlineLocked(State())

    /// Begins an effect.
    ///
    /// - Parameters:
    ///   - effect: The effect.
    ///   - key: The URL that it concerns, or `nil` for all.
    func begin(_ effect: Effect, for key: CacheKey?) -> Token { state.withLock { $0.begin(effect, key) } }

    /// Ends an effect, because the files tell it.
    func end(_ token: Token) { state.withLock { $0.end(token) } }

    /// Ends an effect in one step with the beginning of another one.
    func replace(_ token: Token, by effect: Effect) -> Token {
        state.withLock { state in
            state.end(token)
            return state.begin(effect, token.key)
        }
    }

    /// Returns the effects on the records of a URL; if it is `nil`, the effects that concern all.
    func snapshot(of key: CacheKey?) -> Snapshot {
        state.withLock { state in
            var effects = state.effects[key] ?? []
            if key != nil, let others = state.effects[nil] {
                effects += others
                effects.sort { $0.number < $1.number }
            }
            return Snapshot(
                effects: effects.map(\.effect),
                hidden: state.hidden,
                metadata: state.metadata,
                version: state.version
            )
        }
    }
}

// What the directory has refused.
extension DiskView {
    /// Hides records whose files could not be removed. If they are too many, everything is hidden until all files that
    /// are there now are removed.
    func hide(_ names: some Collection<EntryName>) {
        state.withLock { state in
            if state.hidden.count + names.count <= Self.hiddenLimit {
                state.hidden.formUnion(names)
            } else if !state.failed.contains(where: { $0.key == nil }) {
                state.failed.append(state.begin(.removal(nil), nil))
            }
        }
    }

    /// Ends an effect that is a removal, and hides the records whose files it could not remove.
    ///
    /// - Parameters:
    ///   - token: The effect.
    ///   - names: The records, or `nil` if nobody knows them. Then the effect remains.
    func fail(_ token: Token, hiding names: [EntryName]?) {
        guard let names else { return state.withLock { $0.failed.append(token) } }
        hide(names)
        end(token)
    }

    /// Returns the removals that remain because nobody knew the names of their records, and forgets them.
    func takeFailed() -> [(token: Token, key: CacheKey?)] {
        state.withLock { state in
            defer { state.failed = [] }
            return state.failed.map { ($0, $0.key) }
        }
    }

    /// Keeps metadata that could not be written.
    func keep(_ metadata: CacheMetadata, of name: EntryName) {
        let isLost = state.withLock { state in
            if state.metadata[name] != nil || state.metadata.count < Self.metadataLimit {
                state.metadata[name] = metadata
                return false
            }
            return true
        }
        if isLost { hide([name]) }
    }

    /// Returns the metadata that could not be written, if there are any.
    func metadata(of name: EntryName) -> CacheMetadata? { state.withLock { $0.metadata[name] } }

    /// Forgets the metadata that could not be written, because there are new ones, or their record is gone.
    func forgetMetadata(of name: EntryName) {
        state.withLock { state in
            guard state.metadata.removeValue(forKey: name) != nil else { return }
            state.version += 1
        }
    }

    /// The records that are hidden, some of them if they are many.
    var owed: [EntryName] { state.withLock { Array($0.hidden.prefix(256)) } }

    /// Notes that the files of hidden records are gone.
    func settle(_ names: [EntryName]) {
        guard !names.isEmpty else { return }
        state.withLock { state in
            state.version += 1
            state.hidden.subtract(names)
        }
    }
}
