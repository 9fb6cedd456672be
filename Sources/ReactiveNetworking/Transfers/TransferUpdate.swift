/// What is told of a transfer: how far it has come, any number of times, and last what has come of it.
///
/// ```swift
/// network.download(request, to: .file(target))
///     .startWithResult { result in
///         switch result {
///         case .success(.progress(let progress)): bar.fraction = progress.fraction ?? 0
///         case .success(.value(let file)): print(file.url)
///         case .failure(let error): print(error)
///         }
///     }
/// ```
public enum TransferUpdate<Output: Sendable>: Sendable {
    /// So much has been transferred.
    case progress(TransferProgress)
    /// It is done. The last event before the completion, and sent once.
    case value(Output)

    /// How far it has come, if it says so.
    public var progress: TransferProgress? {
        if case .progress(let progress) = self { progress } else { nil }
    }

    /// What has come of it, if it says so.
    public var value: Output? {
        if case .value(let value) = self { value } else { nil }
    }
}

extension TransferUpdate: Equatable where Output: Equatable {}

extension SignalProducer {
    /// Only what comes of the transfer.
    ///
    /// ```swift
    /// let file = try await network.download(request, to: .directory(downloads)).onlyValue().value()
    /// ```
    public func onlyValue<Output>() -> SignalProducer<Output, Failure> where Value == TransferUpdate<Output> {
        compactMap(\.value)
    }

    /// Only how far the transfer has come.
    public func onlyProgress<Output>() -> SignalProducer<TransferProgress, Failure>
    where Value == TransferUpdate<Output> {
        compactMap(\.progress)
    }
}
