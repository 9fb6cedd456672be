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

    /// Begins another transfer with what has come of this one, and tells how far each of them has come (F-61).
    ///
    /// ```
    /// source        ──10 %──100 %──photo──|
    /// next                              ──50 %──100 %──album──|
    /// flatMapValue  ──10 %──100 %─────────50 %──100 %──album──|
    /// ```
    ///
    /// A failure of either is the failure of both, and nothing follows a failure of the first. Disposing of the start disposes of
    /// the one that is under way.
    ///
    /// - Parameter next: makes the other transfer; of a plain `send` make updates by `.map { .value($0) }`.
    public func flatMapValue<Output, Next>(
        _ next: @escaping @Sendable (Output) -> SignalProducer<TransferUpdate<Next>, Failure>
    ) -> SignalProducer<TransferUpdate<Next>, Failure> where Value == TransferUpdate<Output> {
        flatMap(.concat) { update -> SignalProducer<TransferUpdate<Next>, Failure> in
            switch update {
            case .progress(let progress): SignalProducer<TransferUpdate<Next>, Failure>(value: .progress(progress))
            case .value(let value): next(value)
            }
        }
    }
}
