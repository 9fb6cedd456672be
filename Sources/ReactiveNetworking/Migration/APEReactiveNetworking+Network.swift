import Foundation

// The second half of APEReactiveNetworking's spelling: sending. See also APEReactiveNetworking.swift.

/// ``Network/DataResponse`` by its earlier name.
public typealias NetworkDataResponse<Parsed: Sendable> = Network.DataResponse<Parsed>
/// `Scheduler` by its earlier name.
public typealias SchedulerProtocol = Scheduler
/// `TimedScheduler` by its earlier name.
public typealias DateScheduler = TimedScheduler

extension Network {
    /// ``send(_:scheduler:abortAfter:maxRetries:)-(Request,_,_,_)`` with a deadline in seconds.
    @_disfavoredOverload
    public func send(
        _ request: ApeURLRequest,
        scheduler: (any SchedulerProtocol)? = nil,
        abortAfter: TimeInterval,
        maxRetries: Int? = nil
    ) -> SignalProducer<Http.ResponseHeaders, OperationError> {
        send(request, scheduler: scheduler, abortAfter: Duration(clamping: abortAfter), maxRetries: maxRetries)
    }

    /// ``send(_:scheduler:abortAfter:maxRetries:parse:)-(Request,_,_,_,_)`` with a deadline in seconds.
    @_disfavoredOverload
    public func send<Parsed: Sendable>(
        _ request: ApeURLRequest,
        scheduler: (any SchedulerProtocol)? = nil,
        abortAfter: TimeInterval? = nil,
        maxRetries: Int? = nil,
        parseDataBlock: @escaping @Sendable (_ data: Data) throws -> Parsed?
    ) -> SignalProducer<NetworkDataResponse<Parsed>, OperationError> {
        send(
            request,
            scheduler: scheduler,
            abortAfter: abortAfter.map(Duration.init(clamping:)),
            maxRetries: maxRetries,
            parse: parseDataBlock
        )
    }
}

extension Duration {
    /// Seconds of any kind: what is not a number, or negative, is no time at all; what is too long is for ever.
    fileprivate init(clamping seconds: TimeInterval) {
        self = seconds > 0 ? (seconds < 1e15 ? .seconds(seconds) : .seconds(1_000_000_000_000_000)) : .zero
    }
}
