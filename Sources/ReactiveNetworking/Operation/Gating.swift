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
}
