import Foundation

extension Mock {
    /// Which requests a mock answers: those of a method, a path and a host.
    ///
    /// ```swift
    /// let routes: [Mock.Route] = [
    ///     .on(.get, "/todos", .file(fixtures.appending(path: "todos.json"))),
    ///     .on(.get, "/todos/:id") { _, values in .json(["id": values["id"]]) },
    ///     .on(nil, "/legal/*", .text("…")),
    /// ]
    /// ```
    ///
    /// A template is compared segment by segment, percent-escapes decoded; slashes at its end, or several in a row, do not count.
    /// `:name` stands for any one segment, whose text the closure gets; `*` as the last segment stands for whatever follows,
    /// nothing included. The query is not looked at.
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

        /// Answers requests of a method, or of any, with what a closure makes of them and of the values in their path; `nil`
        /// leaves a request to the next route. The closure runs on any thread, several times at once.
        ///
        /// - Parameters:
        ///   - method: the method; any if `nil`.
        ///   - template: the path, such as `/todos/:id`.
        ///   - host: the host, compared without regard to case; any if `nil`.
        ///   - answer: gets the request, and the values by their names.
        public static func on(
            _ method: HTTP.Method?,
            _ template: String,
            host: String? = nil,
            answer: @escaping @Sendable (PreparedRequest, [String: String]) -> Mock?
        ) -> Mock.Route {
            let segments = template.split(separator: "/")
            return Mock.Route(method: method, template: template, segments: segments, host: host, answer: answer)
        }

        /// Answers requests of a method, or of any, with a mock; see ``on(_:_:host:answer:)``.
        public static func on(
            _ method: HTTP.Method?,
            _ template: String,
            host: String? = nil,
            _ mock: Mock
        ) -> Mock.Route {
            on(method, template, host: host) { _, _ in mock }
        }

        /// What it answers; `nil` if the request is none of its own.
        func mock(for request: PreparedRequest) -> Mock? {
            guard method == nil || method == request.method else { return nil }
            guard host == nil || host?.lowercased() == request.url.host?.lowercased() else { return nil }
            guard let values = values(in: request.url) else { return nil }
            return answer(request, values)
        }

        private func values(in url: URL) -> [String: String]? {
            let path = url.path(percentEncoded: true).split(separator: "/").map {
                $0.removingPercentEncoding ?? String($0)
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
    /// Method and template, and the host if there is one: `GET /todos/:id`.
    public var description: String {
        let place = host.map { " at \($0)" } ?? ""
        return Redaction.printable("\(method?.rawValue ?? "any method") \(template)\(place)")
    }

    /// The description, for `dump` and debuggers.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension Mock.Route: Hashable {
    /// A route equals its copies only.
    public static func == (left: Mock.Route, right: Mock.Route) -> Bool { left.identity == right.identity }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
    }
}

extension [Mock.Route] {
    /// The answer of the first that has one. None is asked twice.
    func mock(for request: PreparedRequest) -> Mock? {
        for route in self {
            if let mock = route.mock(for: request) { return mock }
        }
        return nil
    }
}
