extension Run {
    /// Opens the run of an operator that delivers on `scheduler`, and makes `source`, the run of its input, end with
    /// it. Disposing of the run disposes of the source at once and delivers `interrupted` on the scheduler, even if the
    /// source has completed (R13).
    ///
    /// - Returns: `false` if the run was disposed of before it began. The caller must not start anything then.
    @usableFromInline
    func open(
        on scheduler: any Scheduler,
        over source: Run,
        interrupt: @escaping @Sendable () -> Void
    ) -> Bool {
        adopt(source)
        return open(
            cancel: {
                source.dispose()
                scheduler.schedule { self.interrupt() }
            },
            interrupt: interrupt
        )
    }
}
