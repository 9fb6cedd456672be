#if os(Linux)
    import ReactiveHTTPModel

    /// Runs tasks on the system's thread pool, so that programs that block the threads of Swift's own pool do not delay
    /// uploads.
    final class PoolExecutor: TaskExecutor {
        static let shared = PoolExecutor()

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
#endif
