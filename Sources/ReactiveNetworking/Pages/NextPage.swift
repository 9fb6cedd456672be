extension Network {
    /// The rule by which a page leads to the next one.
    ///
    /// ``Network/pages(of:decoding:next:scheduler:abortAfter:maxRetries:)`` explains how pages are requested.
    public struct NextPage<Page: Sendable>: Sendable {
        /// A closure that finds the address of the next page.
        public typealias Address = @Sendable (DataResponse<Page>) throws -> String?
        /// A closure that makes the request of the next page.
        public typealias Successor = @Sendable (DataResponse<Page>, Request) throws -> Request?

        enum Rule: Sendable {
            case link(String)
            case address(Address)
            case request(Successor)
        }

        let rule: Rule

        /// A rule that follows the link with the relation `next` in the `Link` fields of a page (RFC 8288).
        ///
        /// A page without such a link is the last one. A link with an `anchor` is about something else and is ignored.
        /// Two such links with different targets, and one whose target cannot be read, are failures
        /// (``PageError/ambiguousLink(relation:)``, ``PageError/invalidLink(_:)``). What other links have wrong does
        /// not matter.
        public static var link: NextPage { NextPage(rule: .link("next")) }

        /// Returns a rule that follows the link with a relation, such as `prev`, in the `Link` fields of a page.
        ///
        /// - Parameter relation: The relation, which is case-insensitive.
        /// - Returns: The rule.
        public static func link(to relation: String) -> NextPage { NextPage(rule: .link(relation.lowercased())) }

        /// Returns a rule that requests the address that a closure finds in a page, as a link.
        ///
        /// ```swift
        /// network.pages(of: .todos, as: TodoPage.self, next: .url { $0.parsedData.next })
        /// ```
        ///
        /// - Parameter address: Returns the address, which may be relative to the URL of the page, or `nil` if the page
        ///   is the last one. It runs where the page was delivered. An error that it throws is a
        ///   ``OperationError/requestFailure(error:)``.
        /// - Returns: The rule.
        public static func url(_ address: @escaping Address) -> NextPage { NextPage(rule: .address(address)) }

        /// Returns a rule that sends the request that a closure makes of a page.
        ///
        /// ```swift
        /// let next = Network.NextPage<[Todo]>.request { page, request in
        ///     guard let last = page.parsedData.last else { return nil }
        ///     return request.adding(queryParameters: ["after": last.id])
        /// }
        /// ```
        ///
        /// - Parameter request: Receives the page and its request, and returns the next request, or `nil` if the page
        ///   is the last one. It runs where the page was delivered. An error that it throws is a
        ///   ``OperationError/requestFailure(error:)``.
        /// - Returns: The rule.
        public static func request(_ request: @escaping Successor) -> NextPage { NextPage(rule: .request(request)) }
    }
}

extension HTTP.Headers {
    /// Returns the target of the link with a relation, or `nil` if there is none.
    func target(of relation: String) throws(PageError) -> String? {
        let reading = LinkReader(values(for: "Link"))
        let targets = Set(reading.links.filter { $0.anchor == nil && $0.relations.contains(relation) }.map(\.target))
        guard targets.count <= 1 else { throw .ambiguousLink(relation: relation) }
        if let target = targets.first { return target }
        // What another link has wrong does not matter. The one that is asked for must not be missed.
        if let flaw = reading.flaws.first(where: { $0.concerns(relation) }) { throw .invalidLink(flaw.error) }
        return nil
    }
}
