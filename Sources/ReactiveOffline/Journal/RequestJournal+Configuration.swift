import ReactiveNetworking

extension RequestJournal {
    /// The settings of a journal.
    public struct Configuration: Sendable {
        /// The treatment of a new entry that has no room.
        public enum Overflow: Hashable, Sendable {
            /// The addition fails with ``JournalError/full(entries:bytes:)``.
            case refuse
            /// The oldest entries that are not being sent are dropped.
            case dropOldest
        }

        /// The treatment of a request that may have arrived.
        public enum Uncertain: Hashable, Sendable {
            /// It is sent again, with the same `Idempotency-Key`.
            case sendAgain
            /// It is parked if its method is not idempotent, for servers that know no keys.
            case park
        }

        /// The largest number of entries that have not ended.
        public var maxEntries: Int
        /// The largest number of bytes that the entries which have not ended take, their bodies included.
        public var maxByteCount: Int
        /// The treatment of a new entry that has no room.
        public var overflow: Overflow
        /// The size in bytes up to which a body is part of its record. A larger one has a file of its own.
        public var inlineBodyByteCount: Int
        /// The time after which an entry expires, or `nil` for never.
        public var expiresAfter: Duration?
        /// The number of attempts after which an entry is parked. Attempts without a network do not count.
        public var maxAttempts: Int
        /// The treatment of a request that may have arrived.
        public var uncertain: Uncertain
        /// Decides what follows from a failure. ``Judge/standard`` and ``Judge/offlineOnly`` can be assigned by name.
        public var judge: @Sendable (Network.OperationError) -> Verdict
        /// Encrypts what is written, if not `nil`.
        public var seal: Seal?
        /// Returns the request to send for an entry. It can add what is not written down, such as a source of
        /// authorization. If it throws, the entry is parked.
        public var restore: @Sendable (Request, Entry) throws -> Request
        /// The source of the dates of addition and expiry.
        public var wallClock: @Sendable () -> Date
        /// Returns a new idempotency key; a random UUID by default.
        public var makeKey: @Sendable () -> String

        /// Creates settings; see the properties.
        public init(
            maxEntries: Int = 10_000,
            maxByteCount: Int = 64 << 20,
            overflow: Overflow = .refuse,
            inlineBodyByteCount: Int = 64 << 10,
            expiresAfter: Duration? = .seconds(7 * 86_400),
            maxAttempts: Int = 10,
            uncertain: Uncertain = .sendAgain,
            judge: @escaping @Sendable (Network.OperationError) -> Verdict = Verdict.standard,
            seal: Seal? = nil,
            restore: @escaping @Sendable (Request, Entry) throws -> Request = { request, _ in request },
            wallClock: @escaping @Sendable () -> Date = { Date() },
            makeKey: @escaping @Sendable () -> String = { UUID().uuidString }
        ) {
            self.maxEntries = maxEntries
            self.maxByteCount = maxByteCount
            self.overflow = overflow
            self.inlineBodyByteCount = inlineBodyByteCount
            self.expiresAfter = expiresAfter
            self.maxAttempts = maxAttempts
            self.uncertain = uncertain
            self.judge = judge
            self.seal = seal
            self.restore = restore
            self.wallClock = wallClock
            self.makeKey = makeKey
        }

        /// Creates settings with a judge by name; see the properties.
        public init(
            maxEntries: Int = 10_000,
            maxByteCount: Int = 64 << 20,
            overflow: Overflow = .refuse,
            inlineBodyByteCount: Int = 64 << 10,
            expiresAfter: Duration? = .seconds(7 * 86_400),
            maxAttempts: Int = 10,
            uncertain: Uncertain = .sendAgain,
            judge: Judge,
            seal: Seal? = nil,
            restore: @escaping @Sendable (Request, Entry) throws -> Request = { request, _ in request },
            wallClock: @escaping @Sendable () -> Date = { Date() },
            makeKey: @escaping @Sendable () -> String = { UUID().uuidString }
        ) {
            self.init(
                maxEntries: maxEntries,
                maxByteCount: maxByteCount,
                overflow: overflow,
                inlineBodyByteCount: inlineBodyByteCount,
                expiresAfter: expiresAfter,
                maxAttempts: maxAttempts,
                uncertain: uncertain,
                judge: judge.verdict,
                seal: seal,
                restore: restore,
                wallClock: wallClock,
                makeKey: makeKey
            )
        }
    }
}

/// A configuration whose judge can be assigned by name: `configuration.judge = .offlineOnly`.
public protocol NamedJudgeConfiguration {
    /// Decides what follows from a failure.
    var judge: @Sendable (Network.OperationError) -> Verdict { get set }
}

extension NamedJudgeConfiguration {
    /// The judge, for an assignment by name.
    public var judge: RequestJournal.Configuration.Judge {
        get { RequestJournal.Configuration.Judge(verdict: judge) }
        set { judge = newValue.verdict }
    }
}

extension RequestJournal.Configuration: NamedJudgeConfiguration {}
