extension Request {
    /// The request of a page that another page leads to.
    struct Page: Hashable, Sendable {
        /// The absolute address of the page, in place of that of the request and of its parameters; `nil` if the
        /// request has its own.
        var address: String?
        /// A Boolean value that indicates whether an earlier page has led to another origin. It never becomes `false`
        /// again.
        var hasLeftOrigin = false
    }

    /// Returns the request of the page at an address that a page leads to. A request with a body becomes a GET.
    func following(_ address: String) -> Request {
        var next = self
        if method != .get, method != .head {
            next.method = .get
            next.body = nil
            for name in Set(headers.map { $0.name }) where name.lowercased().hasPrefix("content-") {
                next.headers.remove(name)
            }
        }
        next.set {
            $0.page = Page(address: address, hasLeftOrigin: $0.page?.hasLeftOrigin ?? false)
            $0.pathError = nil
        }
        return next
    }

    /// Returns a resolved request with the address of its page, and without the credentials that another origin must
    /// not receive. Its settings are otherwise those of the first page.
    func onPage() -> Request {
        guard var page = settings?.page else { return self }
        var result = self
        if let address = page.address {
            page = Page(hasLeftOrigin: page.hasLeftOrigin || !HTTPURL.haveSameOrigin(address, url))
            result.address = address
            result.set { settings in
                settings.page = page
                settings.queryParameters = Parameters()
                settings.configuration.parameters = Parameters()
                settings.inherited?.parameters = Parameters()
            }
        }
        guard page.hasLeftOrigin else { return result }
        result.set { settings in
            settings.configuration.leaveOrigin()
            settings.inherited?.leaveOrigin()
        }
        return result
    }
}

extension Network.Configuration {
    /// Removes what another origin must not receive (N15).
    fileprivate mutating func leaveOrigin() {
        authorization = nil
        for name in Set(headers.map { $0.name }) where headers.isBoundToOrigin(name) { headers.remove(name) }
    }
}
