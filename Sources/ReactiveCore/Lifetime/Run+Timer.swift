extension Run {
    /// Runs `action` at `time` on `scheduler`, and cancels the timer if the run ends first. A timer that has fired
    /// leaves nothing behind.
    @usableFromInline
    func schedule(
        on scheduler: any TimedScheduler,
        at time: SchedulerInstant,
        _ action: @escaping @Sendable () -> Void
    ) {
        guard !isEnded else { return }
        let registration = SerialDisposable()
        let timer = scheduler.schedule(at: time) {
            registration.dispose()
            action()
        }
        registration.inner = add(timer)
    }
}
