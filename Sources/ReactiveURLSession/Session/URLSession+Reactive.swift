import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLSession: ReactiveExtensionsProvider {}

extension Reactive<URLSession> {
    /// Loads a request directly with the session, without the retries, response checks, and logging of `Network`.
    ///
    /// Each start creates its own task, which is canceled when the start is disposed of. Events arrive on the
    /// session's delegate queue.
    ///
    /// - Parameter request: The request to load.
    /// - Returns: A producer of the data and the response. It fails with the session's error.
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
