/// One start of a sequence of pages. At any time at most one page is requested, or the consumer has not asked for the
/// next one yet.
final class Paging<Page: Sendable>: Disposable {
    typealias Response = Network.DataResponse<Page>

    private struct State: Sendable {
        var visits: Set<Visit> = []
        /// The request to send next.
        var next: Request?
        /// The page that has arrived, until its end has.
        var page: Response?
        /// The start of the page's operation.
        var work: (any Disposable)?
        var isOver = false
    }

    /// The identity of a requested page. Links lead to addresses; other requests may differ in anything else.
    private enum Visit: Hashable, Sendable {
        case address(String)
        case request(Request)
    }

    private let network: Network
    private let decoding: Decoding<Page>
    private let rule: Network.NextPage<Page>.Rule
    private let options: SendOptions
    private let output: StartOutput<Response, Network.OperationError>
    /// The operations, which do not overlap even if one ends inside its start.
    private let turns = Trampoline()
    private let state = InlineLocked(State())

    init(
        on network: Network,
        _ decoding: Decoding<Page>,
        _ rule: Network.NextPage<Page>.Rule,
        _ options: SendOptions,
        sendingTo output: StartOutput<Response, Network.OperationError>
    ) {
        self.network = network
        self.decoding = decoding
        self.rule = rule
        self.options = options
        self.output = output
    }

    var isDisposed: Bool { state.withLock { $0.isOver } }

    func dispose() {
        let last = state.withLock { state in
            defer { state = State(isOver: true) }
            return state
        }
        last.work?.dispose()
    }

    func begin(with first: Request) {
        guard output.open(from: self, cancel: { [output] in output.interrupt() }) else { return }
        let visit = visit(to: first)
        state.withLock { _ = $0.visits.insert(visit) }
        send(first)
    }

    private func send(_ request: Request) {
        let isOver = state.withLock { state in
            if !state.isOver { state.next = request }
            return state.isOver
        }
        guard !isOver else { return }
        turns.bounce { sendNext() }
    }

    private func sendNext() {
        let next = state.withLock { state in
            defer { state.next = nil }
            return state.next
        }
        guard let next else { return }
        network.perform(next, options, .decoded(by: decoding)).start(in: output.context) { start in
            keep(start)
        } value: {
            self.receive($0)
        } terminate: {
            self.receive($0, of: next)
        }
    }

    private func keep(_ start: any Disposable) {
        let isOver = state.withLock { state in
            if !state.isOver { state.work = start }
            return state.isOver
        }
        if isOver { start.dispose() }
    }

    private func receive(_ page: Response) {
        let isOver = state.withLock { state in
            if !state.isOver { state.page = page }
            return state.isOver
        }
        if !isOver { output.send(page) }
    }

    private func receive(_ end: Termination<Network.OperationError>, of request: Request) {
        // The work is released outside the lock.
        let (page, _) = state.withLock { state in
            defer { (state.page, state.work) = (nil, nil) }
            return (state.page, state.work)
        }
        guard case .completed = end else { return output.terminate(end) }
        guard let page, !isDisposed else { return }
        do {
            guard let next = try self.request(after: page, of: request) else { return output.terminate(.completed) }
            output.whenAsked { [weak self] in self?.send(next) }
        } catch let error as Network.OperationError {
            output.terminate(.failed(error))
        } catch {
            output.terminate(.failed(.requestFailure(error: error)))
        }
    }

    // The way to the next page

    private func request(after page: Response, of request: Request) throws -> Request? {
        guard let next = try successor(of: page, request) else { return nil }
        let visit = visit(to: next)
        guard state.withLock({ $0.visits.insert(visit).inserted }) else {
            throw PageError.loop(url: Redaction.standard.url(address(of: network.resolved(next))))
        }
        return next
    }

    private func successor(of page: Response, _ request: Request) throws -> Request? {
        let target: String?
        switch rule {
        case .link(let relation): target = try page.responseHeaders.target(of: relation)
        case .address(let find): target = try find(page)
        case .request(let make): return try make(page, request).map { bound($0, to: request) }
        }
        guard let target else { return nil }
        let resolved = network.resolved(request)
        let requested = page.url ?? (try? HTTPURL.checked(address(of: resolved)))?.url
        guard let base = requested, let url = HTTP.Link.url(target, relativeTo: base) else {
            throw PageError.invalidTarget
        }
        let policy = resolved.configuration.redirectPolicy ?? .standard
        guard policy.allowsDowngrade || url.scheme?.lowercased() != "http" || !base.isSecure else {
            throw PageError.refusedDowngrade
        }
        var next = request.following(url.absoluteString)
        if resolved.settings?.page?.hasLeftOrigin ?? false { next.set { $0.page?.hasLeftOrigin = true } }
        return next
    }

    /// Returns a request of the user's that loses its credentials if it goes to another origin than the page before.
    private func bound(_ next: Request, to request: Request) -> Request {
        let (old, new) = (network.resolved(request), network.resolved(next))
        let isHome = HTTPURL.haveSameOrigin(new.url, old.url)
        guard !isHome || old.settings?.page?.hasLeftOrigin ?? false else { return next }
        var next = next
        next.set { $0.page = Request.Page(hasLeftOrigin: true) }
        return next
    }

    private func visit(to request: Request) -> Visit {
        let resolved = network.resolved(request)
        if case .request = rule { return .request(resolved) }
        return .address(address(of: resolved))
    }

    /// Returns the URL with the parameters of its query, and without a fragment.
    private func address(of resolved: Request) -> String {
        let url = (try? resolved.encodedParts().url) ?? resolved.url
        return String(url.prefix { $0 != "#" })
    }
}
