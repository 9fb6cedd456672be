/// What retries may cost in all, so that the clients of a failing server do not multiply its load (N10).
///
/// A bucket of tokens for each origin, shared by all operations whose policy has the same budget. A retry takes
/// ``transientCost`` from the bucket, or ``throttlingCost`` where the server has asked for fewer requests (429, or a
/// `Retry-After`). An operation that succeeds gives back what its last retry took, or ``refill`` if it made none. Where the
/// bucket holds too little, the failure is delivered at once, with ``RetryPolicy.StopReason/budget``.
///
/// ```swift
/// var policy = RetryPolicy.standard
/// policy.budget = RetryBudget()
/// let network = Network(retryPolicy: policy)
/// ```
///
/// The numbers are those of the AWS SDKs' standard mode: 35 retries in a row that find no server pass, and the next one is
/// refused. Attempts that an interceptor wants are its own, and cost nothing. All members may be used from any thread.
public final class RetryBudget: Sendable {
    /// How many tokens a bucket holds, which is what it begins with.
    public let capacity: Int
    /// What a retry takes.
    public let transientCost: Int
    /// What a retry takes where the server has asked for fewer requests.
    public let throttlingCost: Int
    /// What an operation that succeeds without a retry puts in.
    public let refill: Int
    /// The buckets that are not full.
    private let buckets = Locked<[String: Int]>([:])

    /// A budget whose buckets are full. No number may be negative, and `capacity` must not be zero.
    public init(capacity: Int = 500, transientCost: Int = 14, throttlingCost: Int = 5, refill: Int = 1) {
        precondition(capacity > 0, "A budget needs a capacity, not \(capacity)")
        precondition(
            min(transientCost, throttlingCost, refill) >= 0,
            "No cost and no refill of a budget may be negative"
        )
        self.capacity = capacity
        self.transientCost = transientCost
        self.throttlingCost = throttlingCost
        self.refill = refill
    }

    /// How many tokens there are for the origin of `url`.
    public func tokenCount(for url: String) -> Int {
        let origin = Self.origin(of: url)
        return buckets.withLock { $0[origin] ?? capacity }
    }

    /// The account of one operation.
    func account(for request: Request) -> RetryAccount { RetryAccount(self, origin: Self.origin(of: request.url)) }

    fileprivate func take(_ cost: Int, from origin: String) -> Bool {
        buckets.withLock { buckets in
            let count = buckets[origin] ?? capacity
            guard count >= cost else { return false }
            buckets[origin] = count - cost
            return true
        }
    }

    fileprivate func put(_ tokens: Int, into origin: String) {
        buckets.withLock { buckets in
            guard let count = buckets[origin] else { return }
            // A full bucket is forgotten, so that a client of many servers remembers only those that fail.
            buckets[origin] = tokens < capacity - count ? count + tokens : nil
        }
    }

    /// What cannot be asked has no origin, and no retries either.
    private static func origin(of url: String) -> String { (try? HTTPURL(url))?.url.origin ?? "" }
}

/// What one operation has to do with a budget.
final class RetryAccount: Sendable {
    private let budget: RetryBudget
    private let origin: String
    /// What a success puts in; nothing once it has.
    private let credit: Locked<Int?>

    init(_ budget: RetryBudget, origin: String) {
        self.budget = budget
        self.origin = origin
        credit = Locked(budget.refill)
    }

    /// Whether another attempt can be paid for, and has been.
    func withdraw(after failure: AttemptFailure) -> Bool {
        let isThrottled = failure.response.map { $0.status == .tooManyRequests || $0.retryAfter != nil } ?? false
        let cost = isThrottled ? budget.throttlingCost : budget.transientCost
        guard budget.take(cost, from: origin) else { return false }
        credit.withLock { $0 = cost }
        return true
    }

    func succeeded() {
        if let tokens = credit.withLock({ $0.take() }) { budget.put(tokens, into: origin) }
    }
}
