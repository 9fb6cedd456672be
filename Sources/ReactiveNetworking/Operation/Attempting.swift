import Foundation

extension Operation {
    /// Makes an attempt: prepares the request, and exchanges it.
    ///
    /// Synchronous user code may take a while. It must block neither the caller nor the clock, which starts further
    /// attempts and serves all deadlines.
    func attempt() { attempts.bounce { beginNextAttempt() } }

    private func beginNextAttempt() {
        guard isRunning else { return }
        guard context.mayBlock else { return attemptHere() }
        perform { step in
            context.network.core.worker.schedule {
                if self.leave(step) { self.attemptHere() }
            }
        }
    }

    private func attemptHere() {
        beginAttempt()
        if let refusal = context.refusal { return fail(AttemptFailure(error: .requestFailure(error: refusal))) }
        if let refusal = receiver.refusal { return fail(refusal) }
        receiver.beginAttempt()
        send()
    }

    /// Sends the request of the attempt, transformed by the receiver and by the hooks.
    func send() {
        let hooks = context.hooks
        do {
            var request = try context.withRequest { request throws(RequestError) in
                try request.preparedWithoutAuthorization()
            }
            if progress({ $0.attempts }) > 1 { request = request.retried() }
            request = try receiver.prepare(request)
            if let hooks { request = try hooks.transformed(request) }
            request = try context.withRequest { try $0.authorized(request) }
            enter(.connecting)
            exchange(Course(request, hooks?.responseTransforms(upTo: request.maxBodySize)))
        } catch {
            fail(AttemptFailure(error: .requestFailure(error: error)))
        }
    }

    /// Ends an attempt in which no exchange is running.
    func fail(_ failure: AttemptFailure) {
        perform { step in
            settle(.failed(failure), of: step)
            return nil
        }
    }
}

extension OperationContext {
    fileprivate var mayBlock: Bool { withRequest { $0.authorization?.mayBlock } ?? false }
}
