/// A shared limit on retries, which keeps clients from multiplying the load of a failing server.
///
/// The budget has a bucket of tokens for each origin, shared by all operations whose policies have the same budget. A
/// retry takes ``transientCost`` from the bucket, or ``throttlingCost`` if the server asked for fewer requests (429, or
/// a `Retry-After` field). A successful operation returns the tokens that its last retry took, or adds ``refill`` if it
/// made no retry. If the bucket holds too few tokens, the operation fails immediately, with
/// ``RetryPolicy/StopReason/budget``.
///
/// ```swift
/// var policy = RetryPolicy.standard
/// policy.budget = RetryBudget()
/// let network = Network(configuration: Network.Configuration(retryPolicy: policy))
/// ```
///
/// The default numbers are those of the standard mode of the AWS SDKs: a bucket allows 35 retries in a row without a
/// success. Attempts that an interceptor requests cost nothing. All members may be used from any thread.
public final class RetryBudget: Sendable {
    /// The number of tokens in a full bucket. Buckets are full initially.
    public let capacity: Int
    /// The number of tokens that a retry takes.
    public let transientCost: Int
    /// The number of tokens that a retry takes if the server asked for fewer requests.
    public let throttlingCost: Int
    /// The number of tokens that an operation adds if it succeeds without a retry.
    public let refill: Int
    /// The buckets that are not full.
    private let buckets = Locked<[String: Int]>([:])

    /// Creates a budget with full buckets.
    ///
    /// - Parameters:
    ///   - capacity: The number of tokens in a full bucket; greater than 0.
    ///   - transientCost: The number of tokens that a retry takes; not negative.
    ///   - throttlingCost: The number of tokens that a retry takes if the server asked for fewer requests; not
    ///     negative.
    ///   - refill: The number of tokens that an operation adds if it succeeds without a retry; not negative.
    public init(capacity: Int = 500, transientCost: Int = 14, throttlingCost: Int = 5, refill: Int = 1) {
        require(capacity > 0, "The capacity must be greater than 0, not \(capacity)")
        require(
            min(transientCost, throttlingCost, refill) >= 0,
            "The costs and the refill must not be negative"
        )
        self.capacity = capacity
        self.transientCost = transientCost
        self.throttlingCost = throttlingCost
        self.refill = refill
    }

    /// Returns the number of tokens for the origin of a URL.
    ///
    /// - Parameter url: An absolute URL.
    /// - Returns: The number of tokens in the bucket.
    public func tokenCount(for url: String) -> Int {
        let origin = Self.origin(of: url)
        return buckets.withLock { $0[origin] ?? capacity }
    }

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
            // Full buckets are removed, so that only failing servers take up memory.
            buckets[origin] = tokens < capacity - count ? count + tokens : nil
        }
    }

    /// Returns an empty origin for an invalid URL, which is never retried anyway.
    fileprivate static func origin(of url: String) -> String { (try? HTTPURL(url))?.url.origin ?? "" }
}

/// The use of budgets by one operation.
final class RetryAccount: Sendable {
    /// The tokens that a success adds.
    private enum Credit: Sendable {
        case refill
        case cost(Int, RetryBudget, origin: String)
        case none
    }

    private let credit = Locked(Credit.refill)

    /// Withdraws the cost of another attempt; returns whether the budget allows it.
    func withdraw(after failure: AttemptFailure, of request: Request, from budget: RetryBudget) -> Bool {
        let isThrottled = failure.response.map { $0.status == .tooManyRequests || $0.retryAfter != nil } ?? false
        let cost = isThrottled ? budget.throttlingCost : budget.transientCost
        let origin = RetryBudget.origin(of: request.url)
        guard budget.take(cost, from: origin) else { return false }
        credit.swap(.cost(cost, budget, origin: origin))
        return true
    }

    func succeeded(with request: Request, _ budget: RetryBudget?) {
        switch credit.swap(.none) {
        case .refill:
            if let budget { budget.put(budget.refill, into: RetryBudget.origin(of: request.url)) }
        case .cost(let cost, let budget, let origin): budget.put(cost, into: origin)
        case .none: break
        }
    }
}
