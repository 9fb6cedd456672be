extension Operation {
    /// Begins the first attempt after all gates have let the operation pass, one after the other, and the hooks have
    /// transformed the request.
    func passGates(from index: Int = 0) {
        guard let hooks = context.hooks, context.refusal == nil else { return attempt() }
        guard index < hooks.gates.count else { return leaveGates(hooks) }
        start(hooks.gates[index](context.request)) { _, _ in
        } terminate: { end, step in
            guard self.leave(step) else { return }
            switch end {
            case .completed: self.passGates(from: index + 1)
            case .failed(let error): self.refuse(error)
            case .interrupted: self.finish(.interrupted)
            }
        }
    }

    private func leaveGates(_ hooks: Hooks) {
        do throws(HookError) {
            if hooks.changeAfterGates { try context.revisions?.passGates(with: context.request) }
        } catch {
            return refuse(error)
        }
        attempt()
    }

    private func refuse(_ error: HookError) {
        finish(.failed(Network.OperationError.requestFailure(error: error).naming("\(context.request)")))
    }

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
            endAttempt(.failed(failure), of: step)
            return nil
        }
    }
}

extension OperationContext {
    fileprivate var mayBlock: Bool { withRequest { $0.authorization?.mayBlock } ?? false }
}
