import ReactiveNetworking

/// The consequence of a failure for an entry (J17).
public enum Verdict: Hashable, Sendable {
    /// The entry leaves the journal: another attempt would fail in the same way.
    case discard
    /// The entry stays, and its lane waits for the next replay. The attempt counts.
    case keep
    /// There is no network: the whole replay ends, and the attempt does not count.
    case offline

    /// Returns the verdict of the default judge.
    ///
    /// `offline` if the server was not reached; `keep` for other transient failures of the transport, exceeded
    /// deadlines, and the statuses 408, 425, 429 and 5xx except 501 and 505; `discard` for everything else.
    ///
    /// - Parameter error: The failure of an operation.
    /// - Returns: The verdict.
    @Sendable
    public static func standard(_ error: Network.OperationError) -> Verdict {
        if error.isOffline { return .offline }
        switch error {
        case .timedOut: return .keep
        case .unexpectedResponseCode(let code, _): return code.mayChange ? .keep : .discard
        case .requestFailure(let error as TransportError): return error.isTransient ? .keep : .discard
        case .requestFailure(let error as ResponseValidationError):
            return error.head.status.mayChange ? .keep : .discard
        case .requestFailure(let error as TranslatedFailure): return standard(error.original)
        case .requestFailure(let error as RequestError): return standard(of: error)
        case .requestFailure, .parseFailure, .missingData, .invalidResponseType: return .discard
        }
    }

    /// Returns the verdict of Malibu's offline store: `offline` as ``standard(_:)`` says, else `discard`.
    ///
    /// - Parameter error: The failure of an operation.
    /// - Returns: The verdict.
    @Sendable
    public static func offlineOnly(_ error: Network.OperationError) -> Verdict { error.isOffline ? .offline : .discard }

    /// A token that cannot be refreshed because of the network says nothing about the request.
    private static func standard(of error: RequestError) -> Verdict {
        guard case .authorizationFailed(let cause) = error else { return .discard }
        switch cause.error {
        case let error as Network.OperationError: return standard(error)
        case let error as TransportError: return standard(.requestFailure(error: error))
        case TokenRefreshError.timedOut: return .keep
        default: return .discard
        }
    }
}

extension RequestJournal.Configuration {
    /// A judge by name, for ``RequestJournal/Configuration/judge``.
    public struct Judge: Sendable {
        let verdict: @Sendable (Network.OperationError) -> Verdict

        /// The default judge, ``Verdict/standard(_:)``.
        public static let standard = Judge(verdict: Verdict.standard)
        /// The judge ``Verdict/offlineOnly(_:)``.
        public static let offlineOnly = Judge(verdict: Verdict.offlineOnly)
    }
}

extension HTTP.StatusCode {
    /// A Boolean value that indicates whether another attempt may have another result.
    fileprivate var mayChange: Bool {
        switch rawValue {
        case 408, 425, 429: true
        case 501, 505: false
        default: (500...599).contains(rawValue)
        }
    }
}

extension Network.OperationError {
    /// A Boolean value that indicates whether the server was certainly not reached, for lack of a network.
    fileprivate var isOffline: Bool {
        if case .timedOut(_, _, _, let lastFailure) = self { return lastFailure?.isOffline ?? false }
        switch cause(as: TransportError.self)?.kind {
        case .offline, .cannotResolveHost, .cannotConnect, .connectTimedOut: return true
        default: return false
        }
    }

    /// A Boolean value that indicates whether the server may have processed the request without an answer.
    var mayHaveBeenProcessed: Bool {
        switch self {
        case .timedOut: !isOffline
        case .requestFailure(let error as TransportError): error.mayHaveReachedServer
        case .requestFailure(let error as TranslatedFailure): error.original.mayHaveBeenProcessed
        default: false
        }
    }
}
