/// The part that a scheme of authorization has in an exchange.
enum CredentialsInUse: Sendable {
    /// The scheme has no part in it.
    case none
    /// The scheme only observes the response, which is final.
    case final(any AuthorizationScheme)
    /// The request was sent with these credentials, which a 401 may replace.
    case first(any AuthorizationScheme, Credentials?)
}

extension Operation {
    /// Exchanges a request with the credentials of a scheme, and again if the scheme answers a 401. The second response
    /// is final.
    ///
    /// Credentials apply to their origin only: a request that a redirect leads to another origin is sent without them,
    /// and a 401 from there is final (N15).
    func authorize(_ course: Course, by scheme: any AuthorizationScheme) {
        var course = course
        course.credentials = .none
        if course.request.hasLeftOrigin { return transmit(course.request, on: course) }
        if course.request.headers.contains(HTTP.Headers.Name.authorization) {
            if scheme.observesEveryResponse { course.credentials = .final(scheme) }
            return transmit(course.request, on: course)
        }
        ask(scheme.grant(for: course.request), on: course) { .first(scheme, $0) }
    }

    /// Sends the request again if the scheme answers a 401 with other credentials.
    func answersChallenge(_ head: ResponseHead, on course: Course, of step: Step) -> Bool {
        let request = course.request
        switch course.credentials {
        case .none: return false
        case .final(let scheme):
            scheme.didReceive(head, for: request)
            return false
        case .first(let scheme, let credentials):
            scheme.didReceive(head, for: request)
            guard head.status == .unauthorized, !context.request.acceptedCodes.contains(.unauthorized) else {
                return false
            }
            let sent = (try? request.with(credentials)) ?? request
            let challenge = UnauthorizedResponse(request: sent, response: head)
            guard let answer = scheme.answer(to: challenge, after: credentials) else { return false }
            guard request.content?.canBeReplayed ?? true else {
                endAttempt(.failed(AttemptFailure(.abortedByClient(RequestError.bodyAlreadyConsumed))), of: step)
                return true
            }
            guard leaveExchange(step) else { return true }
            record(.exchange(.responded(head)))
            enter(.preparing)
            record(.reauthorizing(head.status))
            ask(answer.map { .some($0) }, on: course) { _ in .final(scheme) }
            return true
        }
    }

    /// Waits for credentials, and sends the request with them, or without if the source provides none.
    private func ask(
        _ source: SignalProducer<Credentials?, RequestError>,
        on course: Course,
        _ use: @escaping @Sendable (Credentials?) -> CredentialsInUse
    ) {
        enter(.preparing)
        start(source.take(first: 1).reduce(nil) { $1 }) { credentials, step in
            guard self.leave(step) else { return }
            self.enter(.connecting)
            var course = course
            course.credentials = use(credentials)
            do throws(RequestError) {
                self.transmit(try course.request.with(credentials), on: course)
            } catch {
                self.fail(AttemptFailure(.abortedByClient(error)))
            }
        } terminate: { end, step in
            switch end {
            case .completed: break
            case .failed(let error): self.endAttempt(.failed(AttemptFailure(.abortedByClient(error))), of: step)
            case .interrupted: self.endAttempt(.swallowed, of: step)
            }
        }
    }
}

extension PreparedRequest {
    package func with(_ credentials: Credentials?) throws(RequestError) -> PreparedRequest {
        guard let credentials else { return self }
        return try header(HTTP.Headers.Name.authorization, credentials.headerValue)
    }
}

extension Request {
    /// The scheme that takes part in the exchange; `nil` if the user has set the header.
    var pendingScheme: (any AuthorizationScheme)? {
        guard let scheme = authorization?.companion, !scheme.isBypassed,
            !headers.contains(HTTP.Headers.Name.authorization)
        else { return nil }
        return scheme
    }
}
