#if os(Linux)
    import Foundation

    /// Runs tasks on the system's pool of threads: a program that blocks the threads of Swift's own pool must not hold up
    /// what others send.
    final class PoolExecutor: TaskExecutor {
        static let shared = PoolExecutor()

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
#endif
