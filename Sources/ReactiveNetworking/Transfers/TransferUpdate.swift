/// An event of a transfer: its progress, any number of times, or its result, once at the end.
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
    /// The progress of the transfer.
    case progress(TransferProgress)
    /// The result of the transfer: the last value before the completion, sent once.
    case value(Output)

    /// The progress, if this is a progress event.
    public var progress: TransferProgress? {
        if case .progress(let progress) = self { progress } else { nil }
    }

    /// The result, if the transfer has finished.
    public var value: Output? {
        if case .value(let value) = self { value } else { nil }
    }
}

extension TransferUpdate: Equatable where Output: Equatable {}

extension SignalProducer {
    /// Emits only the result of the transfer.
    ///
    /// ```swift
    /// let file = try await network.download(request, to: .directory(downloads)).onlyValue().value()
    /// ```
    ///
    /// - Returns: A producer of the result.
    public func onlyValue<Output>() -> SignalProducer<Output, Failure> where Value == TransferUpdate<Output> {
        compactMap(\.value)
    }

    /// Emits only the progress of the transfer.
    ///
    /// - Returns: A producer of the progress.
    public func onlyProgress<Output>() -> SignalProducer<TransferProgress, Failure>
    where Value == TransferUpdate<Output> {
        compactMap(\.progress)
    }

    /// Starts another transfer with the result of this one, and emits the progress of both.
    ///
    /// ```
    /// source        ──10 %──100 %──photo──|
    /// next                              ──50 %──100 %──album──|
    /// flatMapValue  ──10 %──100 %─────────50 %──100 %──album──|
    /// ```
    ///
    /// A failure of either transfer fails the whole; a failure of the first prevents the second. Disposing of the start
    /// disposes of the transfer in progress.
    ///
    /// - Parameter next: Returns the other transfer. To use a plain `send`, map its values with `.map { .value($0) }`.
    /// - Returns: A producer of both transfers' progress and of the second one's result.
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
