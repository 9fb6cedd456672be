import ReactiveCore
import ReactiveHTTPModel
import ReactiveNetworking

extension Mock {
    /// A rule that selects a mock for requests by method, path, and host.
    ///
    /// ```swift
    /// let routes: [Mock.Route] = [
    ///     .on(.get, "/todos", .file(fixtures.appending(path: "todos.json"))),
    ///     .on(.get, "/todos/:id") { _, values in .json(["id": values["id"]]) },
    ///     .on(nil, "/legal/*", .text("…")),
    /// ]
    /// ```
    ///
    /// A template is compared with the path segment by segment, after percent-decoding; trailing and repeated slashes
    /// are ignored. `:name` matches any one segment, whose text is passed to the closure; `*` as the last segment
    /// matches any rest, including none. The query is ignored.
    public struct Route: Sendable {
        private let method: HTTP.Method?
        private let template: String
        private let segments: [Substring]
        private let host: String?
        private let answer: @Sendable (PreparedRequest, [String: String]) -> Mock?
        private let identity = Identity()

        private init(
            method: HTTP.Method?,
            template: String,
            segments: [Substring],
            host: String?,
            answer: @escaping @Sendable (PreparedRequest, [String: String]) -> Mock?
        ) {
            self.method = method
            self.template = template
            self.segments = segments
            self.host = host
            self.answer = answer
        }

        /// Creates a route whose closure responds to requests of a method and a path.
        ///
        /// The closure may be called on any thread, and concurrently.
        ///
        /// - Parameters:
        ///   - method: The method, or `nil` for any.
        ///   - template: The path, such as `/todos/:id`.
        ///   - host: The host, compared case-insensitively, or `nil` for any.
        ///   - answer: Returns the mock for a request and the path values by name, or `nil` to leave the request to the
        ///     next route.
        /// - Returns: The route.
        public static func on(
            _ method: HTTP.Method?,
            _ template: String,
            host: String? = nil,
            answer: @escaping @Sendable (PreparedRequest, [String: String]) -> Mock?
        ) -> Mock.Route {
            let segments = template.split(separator: "/")
            return Mock.Route(method: method, template: template, segments: segments, host: host, answer: answer)
        }

        /// Creates a route that responds to requests of a method and a path with a mock.
        ///
        /// - Parameters:
        ///   - method: The method, or `nil` for any.
        ///   - template: The path, such as `/todos/:id`.
        ///   - host: The host, compared case-insensitively, or `nil` for any.
        ///   - mock: The response.
        /// - Returns: The route.
        public static func on(
            _ method: HTTP.Method?,
            _ template: String,
            host: String? = nil,
            _ mock: Mock
        ) -> Mock.Route {
            on(method, template, host: host) { _, _ in mock }
        }

        /// Returns the mock for a request, or `nil` if the route does not match.
        func mock(for request: PreparedRequest) -> Mock? {
            guard method == nil || method == request.method else { return nil }
            guard host == nil || host?.lowercased() == request.url.host?.lowercased() else { return nil }
            guard let values = values(in: request.url) else { return nil }
            return answer(request, values)
        }

        private func values(in url: URL) -> [String: String]? {
            let path = url.path(percentEncoded: true).split(separator: "/").map {
                $0.withoutPercentEncoding ?? String($0)
            }
            var values: [String: String] = [:]
            for (index, segment) in segments.enumerated() {
                if segment == "*", index == segments.count - 1 { return values }
                guard index < path.count else { return nil }
                if segment.hasPrefix(":") {
                    values[String(segment.dropFirst())] = path[index]
                } else if segment != path[index] {
                    return nil
                }
            }
            return path.count == segments.count ? values : nil
        }
    }
}

extension Mock.Route: CustomStringConvertible, CustomReflectable {
    /// The method, the template, and the host, if any: `GET /todos/:id`.
    public var description: String {
        let place = host.map { " at \($0)" } ?? ""
        return Redaction.printable("\(method?.rawValue ?? "any method") \(template)\(place)")
    }

    /// A mirror of the description, for `dump` and debuggers.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension Mock.Route: Hashable {
    /// Compares the identities of two routes. A route equals its copies only.
    public static func == (left: Mock.Route, right: Mock.Route) -> Bool { left.identity == right.identity }

    /// Hashes the components that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
    }
}

extension [Mock.Route] {
    /// Returns the mock of the first matching route. Asks each route at most once.
    func mock(for request: PreparedRequest) -> Mock? {
        for route in self {
            if let mock = route.mock(for: request) { return mock }
        }
        return nil
    }
}
