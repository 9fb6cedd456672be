/// An exchange within the redirects and challenges of its attempt.
struct Course: Sendable {
    /// The request without the credentials of its scheme.
    var request: PreparedRequest
    /// The number of redirects before.
    var hopCount = 0
    var credentials = CredentialsInUse.none
    /// The transforms of the hooks for the response of the attempt.
    let transforms: ResponseTransforms?

    init(_ request: PreparedRequest, _ transforms: ResponseTransforms?) {
        self.request = request
        self.transforms = transforms
    }

    /// Returns the failure of an attempt with `error`. A redirected request was answered, so a server has seen it (N7).
    func failure(_ error: TransportError) -> AttemptFailure {
        var error = error
        if hopCount > 0 { error.mayHaveReachedServer = true }
        return AttemptFailure(error)
    }
}

extension Operation {
    /// Exchanges a request, with the credentials of the operation's scheme.
    func exchange(_ course: Course) {
        guard let scheme = context.scheme else { return transmit(course.request, on: course) }
        authorize(course, by: scheme)
    }

    /// Passes a request to the transport.
    func transmit(_ request: PreparedRequest, on course: Course) {
        follow(course)
        let request = receiver.sealed(request)
        record(.exchange(.began(request)))
        perform { step in
            context.network.core.transport.begin(request, ExchangeOutput(to: self, step.number))
            return nil
        }
    }

    private func receive(_ event: TransportEvent, of step: Step) {
        let (isCurrent, transforms) = transforms(of: step)
        guard isCurrent else { return }
        if case .head(let head) = event, diverts(head, of: step) { return }
        pass(event, transforms, of: step)
    }

    private func end(_ termination: Termination<TransportError>, of step: Step) {
        let (isCurrent, transforms) = transforms(of: step)
        guard isCurrent else { return }
        switch termination {
        case .completed:
            if let transforms {
                passTransformed(of: step) { () throws(TransportError) in try transforms.rest() }
                guard self.isCurrent(step) else { return }
            }
            conclude(step)
        case .failed(let error): conclude(step, course?.failure(error) ?? AttemptFailure(error))
        case .interrupted: endAttempt(.swallowed, of: step)
        }
    }

    private func pass(_ event: TransportEvent, _ transforms: ResponseTransforms?, of step: Step) {
        guard let transforms else { return pass(event, of: step) }
        passTransformed(of: step) { () throws(TransportError) in try transforms.transformed(event) }
    }

    private func passTransformed(of step: Step, _ events: () throws(TransportError) -> [TransportEvent]) {
        do throws(TransportError) {
            for event in try events() where isCurrent(step) { pass(event, of: step) }
        } catch {
            endAttempt(.failed(AttemptFailure(error)), of: step)
        }
    }

    private func pass(_ event: TransportEvent, of step: Step) {
        if case .head(let head) = event, !receiver.canUse(head) {
            record(.exchange(.responded(head)))
            if leaveExchange(step) { send() }
            return
        }
        note(event)
        if let failure = receiver.receive(event, of: self, in: step) { endAttempt(.failed(failure), of: step) }
    }

    /// Answers a challenge, or follows a redirect; returns `true` if the response is not that of the attempt.
    private func diverts(_ head: ResponseHead, of step: Step) -> Bool {
        guard context.scheme != nil || head.mayRedirect, let course else { return false }
        return answersChallenge(head, on: course, of: step) || followsRedirect(head, on: course, of: step)
    }
}

extension Operation: ExchangeReceiver {
    package func keep(_ work: any Disposable, of exchange: Int) { keep(work, for: Step(number: exchange)) }

    package func needs(_ exchange: Int) -> Bool { isCurrent(Step(number: exchange)) }

    package var hasExpired: Bool { remaining <= .zero }

    package func receive(_ event: TransportEvent, of exchange: Int) { receive(event, of: Step(number: exchange)) }

    package func receive(_ response: RawResponse, of exchange: Int) {
        let step = Step(number: exchange)
        let (isCurrent, transforms) = transforms(of: step)
        guard isCurrent, !diverts(response.head, of: step) else { return }
        guard transforms == nil, receiver.receive(response, of: self) else {
            pass(.head(response.head), transforms, of: step)
            for event in response.events.dropFirst() { receive(event, of: step) }
            return end(.completed, of: step)
        }
        note(response)
        if self.isCurrent(step) { conclude(step) }
    }

    package func end(_ termination: Termination<TransportError>, of exchange: Int) {
        end(termination, of: Step(number: exchange))
    }
}
