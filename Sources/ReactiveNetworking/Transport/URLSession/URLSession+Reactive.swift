import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLSession: ReactiveExtensionsProvider {}

extension Reactive<URLSession> {
    /// Loads a request with nothing of this package in between: no retries, no accepted codes, no log. ``Network`` has all that.
    ///
    /// Each start is a task of its own, which is cancelled if the start is disposed of. Events arrive on the session's delegate
    /// queue. It fails with the session's error.
    public func data(with request: URLRequest) -> SignalProducer<(Data, URLResponse), any Error> {
        SignalProducer { [base] observer, lifetime in
            let task = base.dataTask(with: request) { data, response, error in
                guard error == nil, let data, let response else {
                    return observer.send(error: error ?? URLError(.badServerResponse))
                }
                observer.send(value: (data, response))
                observer.sendCompleted()
            }
            lifetime.observeEnded { task.cancel() }
            task.resume()
        }
    }
}
