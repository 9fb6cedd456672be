// Two requests are equal if what is sent, where it goes, and what counts as a success are equal. Closures cannot be
// compared, so a part that has one equals only its own copies.

extension Request: Hashable {
    /// Returns a Boolean value that indicates whether two requests ask for the same, their configurations included.
    ///
    /// ``userInfo`` and delegates are not compared. A part that is or holds a closure, such as a source of
    /// ``authorization`` or a custom validator, equals only its own copies. So does a multipart body with a random
    /// boundary.
    public static func == (left: Request, right: Request) -> Bool {
        left.method == right.method && left.url == right.url && left.body == right.body
            && left.isMarkedRepeatable == right.isMarkedRepeatable
            && (left.settings ?? Settings()) == (right.settings ?? Settings())
    }

    /// Hashes the method, the URL, the body and the settings that tell most requests apart.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(method)
        hasher.combine(url)
        hasher.combine(body)
        hasher.combine(isMarkedRepeatable)
        hasher.combine(configuration)
        hasher.combine(settings?.inherited)
        hasher.combine(queryParameters)
    }
}

extension Request.Settings: Equatable {
    static func == (left: Self, right: Self) -> Bool {
        left.configuration == right.configuration && left.inherited == right.inherited
            && left.queryParameters == right.queryParameters
            && left.environment == right.environment && left.pathError == right.pathError && left.page == right.page
    }
}

extension Body: Hashable {
    /// Compares types and bytes; files by their place, and JSON for the encoder of the network by the type of the value
    /// too. A stream, and a value that is encoded later or that the standard encoder cannot encode, equal their copies
    /// only.
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
    /// ``refreshing(_:)`` the one with the same refresher.
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
        case (.absent, .absent): true
        case (.known(let left), .known(let right)): left == right
        case (.computed(let left), .computed(let right)): left === right
        case (.scheme(let left), .scheme(let right)): left === right
        default: false
        }
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .absent: break
        case .known(let value): hasher.combine(value)
        case .computed(let source): hasher.combine(ObjectIdentifier(source))
        case .scheme(let scheme): hasher.combine(ObjectIdentifier(scheme))
        }
    }
}

extension ResponseValidation: Hashable {
    /// Compares the demands; a validator of your own equals its copies only, and errors are compared as values where
    /// they can be, else by type and text.
    public static func == (left: ResponseValidation, right: ResponseValidation) -> Bool {
        left.contentTypes == right.contentTypes && left.validator == right.validator
            && left.failureCheck == right.failureCheck && left.checksums == right.checksums
            && left.problems.count == right.problems.count
            && left.problems.allSatisfy { code, error in right.problems[code].map { error.isEqual(to: $0) } ?? false }
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(contentTypes)
        hasher.combine(validator)
        hasher.combine(Set(problems.keys))
    }
}

extension RetryPolicy: Hashable {
    /// Compares the delays, the budget, and the state of the network; a judgment and a source of chance of your own
    /// equal their copies only.
    public static func == (left: RetryPolicy, right: RetryPolicy) -> Bool {
        left.backoff == right.backoff && left.budget === right.budget && left.decide == right.decide
            && left.ownRandom == right.ownRandom && left.offlineState == right.offlineState
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(backoff)
        hasher.combine(decide)
        hasher.combine(ownRandom)
    }
}
