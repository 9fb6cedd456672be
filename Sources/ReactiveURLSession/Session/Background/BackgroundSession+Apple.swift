#if canImport(ObjectiveC)
    import Foundation
    import ObjectiveC

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// A background session of Apple's systems. It is type-checked on Linux with stub modules, and not tested.
    final class BackgroundSession: Sendable {
        /// The reason why no transfer begins: none.
        static let refusal: TransportError? = nil

        private let session: URLSession
        private let delegate: BackgroundDelegate

        init(
            _ identifier: String,
            _ options: BackgroundTransfers.Options,
            _ handle: @escaping @Sendable (BackgroundTransfers.Event) -> Void
        ) {
            let configuration = URLSessionConfiguration.background(withIdentifier: identifier)
            configuration.isDiscretionary = options.isDiscretionary
            configuration.allowsCellularAccess = options.allowsCellularAccess
            configuration.sessionSendsLaunchEvents = true
            configuration.urlCache = nil
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            delegate = BackgroundDelegate(pins: options.pins, handle)
            let queue = CallbackQueue(DispatchQueue(label: "ReactiveNetworking.BackgroundTransfers"))
            session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
        }

        /// Lets the transfers continue. Their further events belong to the next object with this identifier.
        deinit { session.finishTasksAndInvalidate() }

        func begin(_ request: PreparedRequest, _ ticket: BackgroundTicket) throws(TransportError) {
            let task = try task(for: request, isUpload: ticket.transfer.file == nil)
            task.taskDescription = ticket.text
            task.resume()
        }

        private func task(for request: PreparedRequest, isUpload: Bool) throws(TransportError) -> URLSessionTask {
            switch (request.content, isUpload) {
            case (nil, false), (.data, false): return session.downloadTask(with: URLRequest(request))
            case (.stream(let stream), true):
                guard let file = stream.file else { break }
                return session.uploadTask(with: URLRequest(request), fromFile: file)
            case (_, true), (.stream, false): break
            }
            let reason = isUpload ? "a background upload sends a file" : "a background download sends no stream"
            throw TransportError(.unsupported, host: request.url.host, phase: .preparing, detail: reason)
        }

        func findTickets(_ receive: @escaping @Sendable ([BackgroundTicket]) -> Void) {
            session.getAllTasks { tasks in receive(tasks.compactMap(\.ticket)) }
        }

        func cancel(_ id: String) {
            session.getAllTasks { tasks in
                for task in tasks where task.ticket?.id == id { task.cancel() }
            }
        }

        func whenEventsAreDelivered(_ completion: @escaping @Sendable () -> Void) {
            delegate.whenEventsAreDelivered(completion)
        }
    }

    /// Turns the callbacks of a background session into events.
    private final class BackgroundDelegate: NSObject, URLSessionDownloadDelegate, Sendable {
        private struct State: Sendable {
            /// The results of downloads whose tasks have not ended yet, by task.
            var results: [Int: Result<Void, Network.OperationError>] = [:]
            /// The reasons why servers were refused, by task.
            var refusals: [Int: TransportError.Kind] = [:]
            var areEventsDelivered = false
            var completion: (@Sendable () -> Void)?
        }

        private let state = Locked(State())
        private let pins: [PinPolicy]
        private let handle: @Sendable (BackgroundTransfers.Event) -> Void

        init(pins: [PinPolicy], _ handle: @escaping @Sendable (BackgroundTransfers.Event) -> Void) {
            self.pins = pins
            self.handle = handle
        }

        func whenEventsAreDelivered(_ completion: @escaping @Sendable () -> Void) {
            let isDue = state.withLock { state in
                if !state.areEventsDelivered { state.completion = completion }
                defer { state.areEventsDelivered = false }
                return state.areEventsDelivered
            }
            if isDue { UIScheduler().schedule(completion) }
        }

        func urlSession(
            _ session: URLSession,
            downloadTask: URLSessionDownloadTask,
            didWriteData bytesWritten: Int64,
            totalBytesWritten: Int64,
            totalBytesExpectedToWrite: Int64
        ) {
            report(totalBytesWritten, of: totalBytesExpectedToWrite, by: downloadTask)
        }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didSendBodyData bytesSent: Int64,
            totalBytesSent: Int64,
            totalBytesExpectedToSend: Int64
        ) {
            // The body of a download's request is not its progress.
            if task.ticket?.transfer.file == nil { report(totalBytesSent, of: totalBytesExpectedToSend, by: task) }
        }

        private func report(_ byteCount: Int64, of total: Int64, by task: URLSessionTask) {
            guard let ticket = task.ticket else { return }
            let progress = TransferProgress(byteCount: byteCount, totalByteCount: total < 0 ? nil : total)
            handle(.progressed(ticket.transfer, progress))
        }

        /// Moves the file at once: the system deletes it when this function returns.
        func urlSession(
            _ session: URLSession,
            downloadTask: URLSessionDownloadTask,
            didFinishDownloadingTo location: URL
        ) {
            guard let ticket = downloadTask.ticket, let file = ticket.transfer.file,
                let response = downloadTask.response as? HTTPURLResponse
            else { return }
            let status = HTTP.StatusCode(rawValue: response.statusCode)
            let result = Result { () throws(Network.OperationError) in
                guard ticket.accepts(status) else {
                    throw .unexpectedResponseCode(httpCode: status, data: BackgroundFile.beginning(of: location))
                }
                do throws(TransferError) {
                    try BackgroundFile.move(location, to: file)
                } catch {
                    throw .requestFailure(error: error)
                }
            }
            state.withLock { $0.results[downloadTask.taskIdentifier] = result }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            let (result, refusal) = state.withLock { state in
                (
                    state.results.removeValue(forKey: task.taskIdentifier),
                    state.refusals.removeValue(forKey: task.taskIdentifier)
                )
            }
            guard let ticket = task.ticket else { return }
            let host = task.originalRequest?.url?.host
            let phase: TransferPhase = task.response == nil ? .waitingForHead : .receiving
            if let refusal {
                let error = TransportError(refusal, host: host, phase: .connecting)
                return handle(.failed(ticket.transfer, .requestFailure(error: error)))
            }
            if let error {
                guard (error as? URLError)?.code != .cancelled else { return handle(.canceled(ticket.transfer)) }
                let hasSent = task.countOfBytesSent > 0
                let failure = TransportError(error, host: host, phase: phase, hasSent: hasSent)
                return handle(.failed(ticket.transfer, Network.OperationError(failure)))
            }
            handle(event(of: ticket, task.response as? HTTPURLResponse, result))
        }

        private func event(
            of ticket: BackgroundTicket,
            _ response: HTTPURLResponse?,
            _ result: Result<Void, Network.OperationError>?
        ) -> BackgroundTransfers.Event {
            guard let response else { return .failed(ticket.transfer, .invalidResponseType) }
            if case .failure(let error) = result { return .failed(ticket.transfer, error) }
            let head = ResponseHead(response)
            guard ticket.accepts(head.status) else {
                return .failed(ticket.transfer, .unexpectedResponseCode(httpCode: head.status, data: nil))
            }
            // The process may have ended between the two callbacks, after it had moved the file.
            if let file = ticket.transfer.file, result == nil, !FileManager.default.fileExists(atPath: file.path) {
                return .failed(ticket.transfer, .missingData)
            }
            return .finished(ticket.transfer, head)
        }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            switch AuthChallengeHandler.answer(to: challenge, pins) {
            case .give(let disposition): completionHandler(disposition, nil)
            case .refuse(let kind):
                state.withLock { $0.refusals[task.taskIdentifier] = kind }
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        }

        func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
            let completion = state.withLock { state in
                defer { state.completion = nil }
                state.areEventsDelivered = state.completion == nil
                return state.completion
            }
            if let completion { UIScheduler().schedule(completion) }
        }
    }

    extension URLSessionTask {
        fileprivate var ticket: BackgroundTicket? { BackgroundTicket(text: taskDescription) }
    }
#endif
