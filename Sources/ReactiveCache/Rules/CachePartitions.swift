import ReactiveNetworking

/// The partitions of a cache that a request may see, and in which its response is stored (H14, H19); out of line,
/// because several objects of one exchange hold them.
package final class CachePartitions: Sendable, Equatable {
    /// The partitions of a request without credentials, cookies, and a demand for a coding.
    static let anonymous = CachePartitions(
        own: CachePartition(""),
        personal: CachePartition(""),
        shared: CachePartition("public")
    )

    /// The partitions of a request whose identity cannot be told. Nothing is stored in them.
    static let unknown = CachePartitions(
        own: CachePartition("unknown"),
        personal: CachePartition("unknown"),
        shared: CachePartition("unknown")
    )

    /// The partition of the request's credentials, or of its identity as the user defines it.
    package let own: CachePartition
    /// The partition of responses marked `private`; equal to ``own`` if the request shows no cookie.
    package let personal: CachePartition
    /// The partition of responses marked `public`; equal to ``own`` if the user defines identities.
    package let shared: CachePartition
    /// Every partition once.
    let all: [CachePartition]

    init(own: CachePartition, personal: CachePartition, shared: CachePartition) {
        self.own = own
        self.personal = personal
        self.shared = shared
        all = [own] + (personal == own ? [] : [personal]) + (shared == own ? [] : [shared])
    }

    package static func == (left: CachePartitions, right: CachePartitions) -> Bool {
        left === right || (left.own, left.personal, left.shared) == (right.own, right.personal, right.shared)
    }

    func contains(_ partition: CachePartition) -> Bool {
        partition == own || partition == personal || partition == shared
    }

    /// Returns whether the request may see a response in one of its partitions. A private one that was stored for
    /// requests without a cookie is not for those with one.
    func admits(_ partition: CachePartition, _ control: CacheControl) -> Bool {
        contains(partition) && (!control.isPrivate || partition == personal)
    }

    /// Returns those of the records in its partitions that the request may see.
    func admitted(_ records: [CacheRecord]) -> [CacheRecord] {
        guard personal != own else { return records }
        return records.filter { admits($0.partition, $0.metadata.terms.control) }
    }

    /// The partition of a response with these directives.
    func partition(for control: CacheControl) -> CachePartition {
        if control.isPrivate { return personal }
        return control.isPublic ? shared : own
    }

    /// A Boolean value that indicates whether a response in one partition may move to another by a confirmation: never
    /// to one that more may see.
    func isNoWider(_ partition: CachePartition, than wanted: CachePartition) -> Bool {
        partition == wanted || partition == personal || wanted == shared
    }
}

/// Makes the digests that keep identities apart.
final class CacheIdentities: Sendable {
    private struct Memory: Sendable {
        /// More digests are forgotten all at once; they cost no more than another computation.
        static let limit = 64

        var salt: Data?
        /// The digests by the bytes of the texts: `==` of texts also accepts others that only look equal.
        var digests: [Data: String] = [:]
    }

    private let custom: (@Sendable (PreparedRequest) -> String?)?
    private let normalization: VaryNormalization
    private let memory = Locked(Memory())

    init(_ options: CachingTransport.Options) {
        custom = options.identity
        normalization = options.varyNormalization
    }

    /// A Boolean value that indicates whether the partitions of a request need the store's salt, which is not known
    /// yet.
    func needsSalt(for request: CacheRequest) -> Bool {
        guard custom != nil || request.hasCredentials || request.hasCookie else { return false }
        return memory.withLock { $0.salt == nil }
    }

    func learn(_ salt: Data) {
        memory.withLock { memory in
            if memory.salt == nil { memory.salt = salt }
        }
    }

    /// Returns the partitions of a request. The salt is known if it is needed.
    func partitions(of request: CacheRequest) -> CachePartitions {
        if custom == nil, !request.hasCredentials, !request.hasCookie, request.acceptEncoding == nil {
            return .anonymous
        }
        let suffix = request.acceptEncoding.map { " \(normalization.codings($0))" } ?? ""
        if let custom {
            let own = CachePartition((custom(request.request).map { digest("identity", [$0]) } ?? "") + suffix)
            return CachePartitions(own: own, personal: own, shared: own)
        }
        let shared = CachePartition("public" + suffix)
        let (authorization, others) = (request.authorization, request.credentials)
        let credentials = (authorization.map { [$0] } ?? []) + others
        let own = CachePartition((credentials.isEmpty ? "" : digest("authorization", credentials)) + suffix)
        guard request.hasCookie else { return CachePartitions(own: own, personal: own, shared: shared) }
        let cookies = request.lines(HTTP.Headers.Name.cookie)
        let personal = CachePartition(digest("cookie", [authorization ?? ""] + others + cookies) + suffix)
        return CachePartitions(own: own, personal: personal, shared: shared)
    }

    private func digest(_ kind: String, _ values: [String]) -> String {
        // The count before each value keeps two values apart from one that contains both.
        let text = Data((kind + values.map { "\n\($0.utf8.count):\($0)" }.joined()).utf8)
        let (known, salt) = memory.withLock { ($0.digests[text], $0.salt ?? Data()) }
        if let known { return known }
        let digest = kind + ":" + SHA256.digest(of: salt + text).hexadecimalDigits
        memory.withLock { memory in
            if memory.digests.count >= Memory.limit { memory.digests.removeAll() }
            memory.digests[text] = digest
        }
        return digest
    }
}
