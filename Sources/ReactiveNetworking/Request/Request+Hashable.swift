import Foundation

// Two requests are equal when what is sent, where it goes, and what counts as a success are equal. Closures cannot be
// compared, so that a part that has one equals its copies only.

extension Request: Hashable {
    /// Compares everything that the request asks for, its layers included. ``userInfo`` and delegates do not count.
    ///
    /// A part that is or holds a closure, such as a source of ``authorization`` or a validator of your own, equals its copies
    /// only. So does a multipart body whose boundary is random.
    public static func == (left: Request, right: Request) -> Bool {
        left.method == right.method && left.url == right.url && left.headers == right.headers
            && left.body == right.body && left.authorization == right.authorization
            && left.ownAcceptedCodes == right.ownAcceptedCodes && left.isMarkedRepeatable == right.isMarkedRepeatable
            && left.ownMaxBodySize == right.ownMaxBodySize
            && (left.details ?? Details()) == (right.details ?? Details())
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(method)
        hasher.combine(url)
        hasher.combine(headers)
        hasher.combine(body)
        hasher.combine(authorization)
        hasher.combine(ownAcceptedCodes)
        hasher.combine(isMarkedRepeatable)
        hasher.combine(ownMaxBodySize)
        hasher.combine(details?.parameters ?? Parameters())
        hasher.combine(details?.queryParameters ?? Parameters())
    }
}

extension Request.Details: Equatable {
    static func == (left: Self, right: Self) -> Bool {
        left.parameters == right.parameters && left.queryParameters == right.queryParameters
            && left.parameterEncoding == right.parameterEncoding && left.configuration == right.configuration
            && left.environment == right.environment && left.validation == right.validation
            && left.isResolved == right.isResolved
    }
}

extension Body: Hashable {
    /// Compares types and bytes; files by their place. A stream, and a value that is encoded later, equal their copies only.
    public static func == (left: Body, right: Body) -> Bool {
        left.contentType == right.contentType && left.likeness == right.likeness
            && (left.addingFields == nil) == (right.addingFields == nil)
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(contentType)
        hasher.combine(likeness)
    }
}

extension Authorization: Hashable {
    /// Compares credentials. A source of your own, and one that answers to challenges, equal their copies only, and
    /// ``refreshing(_:)`` the one with the same keeper.
    public static func == (left: Authorization, right: Authorization) -> Bool {
        left.label == right.label && left.source == right.source
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(label)
        hasher.combine(source)
    }
}

extension Authorization.Source: Hashable {
    static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.known(let left), .known(let right)): left == right
        case (.computed(let left), .computed(let right)): left === right
        case (.scheme(let left), .scheme(let right)): left === right
        default: false
        }
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .known(let value): hasher.combine(value)
        case .computed(let source): hasher.combine(ObjectIdentifier(source))
        case .scheme(let scheme): hasher.combine(ObjectIdentifier(scheme))
        }
    }
}

extension ResponseValidation: Hashable {
    /// Compares the demands; a validator of your own equals its copies only, and errors are compared as values where they can
    /// be, else by type and text.
    public static func == (left: ResponseValidation, right: ResponseValidation) -> Bool {
        left.contentTypes == right.contentTypes && left.validatorIdentity == right.validatorIdentity
            && left.failureCheckIdentity == right.failureCheckIdentity
            && left.problems.count == right.problems.count
            && left.problems.allSatisfy { code, error in right.problems[code].map { error.isEqual(to: $0) } ?? false }
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(contentTypes)
        hasher.combine(validatorIdentity)
        hasher.combine(Set(problems.keys))
    }
}

extension RetryPolicy: Hashable {
    /// Compares the delays and the budget; a judgement and a source of chance of your own equal their copies only.
    public static func == (left: RetryPolicy, right: RetryPolicy) -> Bool {
        left.backoff == right.backoff && left.budget === right.budget && left.decisionIdentity == right.decisionIdentity
            && left.randomIdentity == right.randomIdentity
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(backoff)
        hasher.combine(decisionIdentity)
        hasher.combine(randomIdentity)
    }
}
