#if os(Linux)
    import Foundation

    /// The state of a transfer, used on the loop's thread only.
    struct TransferState {
        /// The progress of the exchange.
        enum Stage: Comparable {
            case connecting
            case sending
            case waitingForHead
            case receiving
        }

        var easy: EasyHandle?
        var stage = Stage.connecting
        /// True while libcurl processes the transfer.
        var isActive = false
        /// True if the transfer is to end as soon as libcurl allows it.
        var isAbandoned = false
        /// The watch for the TLS closure alert, used where only the end of the connection delimits the body.
        var notice: OpaquePointer?
        /// True if libcurl reported a connection that ended without the closure alert.
        var wasCutOff = false
        /// True if the connection that libcurl chose must not be used, so that the transfer has to begin again.
        var mustBeginAgain = false
        /// True if the connection must not be kept.
        var mustClose = false
        /// The sockets opened for the transfer that may still be open.
        var sockets: [Int32] = []
        /// True if the connection of the last attempt uses HTTP/2.
        var speaksHTTP2 = false
        /// True if HTTP/2 is offered to the server.
        var mayBeMultiplexed = false
        /// The `errno` of the last attempt to open a socket, if it failed.
        var socketError: Int32?
        /// The error with which a callback aborted the transfer, if any.
        var refusal: TransportError?
        /// The pins to check the certificate against before the request is sent.
        var pins: Set<PinPolicy.Pin>?
        /// The number of times that libcurl was about to send the request.
        var sendCount = 0
        /// The number of connections that libcurl had made for the transfer when it was last about to send the request,
        /// and whether the chosen connection was new.
        var connectionCount = 0
        var isOnNewConnection = false

        var head = WireHead()
        var framing = ResponseFraming()
        var hasHead = false
        /// True if the server responded with an error status and therefore ignores the rest of the request.
        var isRefused = false
        /// The size of all heads so far, including informational ones.
        var headByteCount = 0
        let maxHeadByteCount: Int
        var receivedByteCount: Int64 = 0

        /// The maximum time without progress.
        var stallLimit: Duration?
        /// The number of bytes at the last progress, and its time.
        var lastProgress: (byteCount: Int64, instant: ContinuousClock.Instant)?

        /// The items to deliver at the end of the round.
        var pending: [Transfer.Item] = []
        var isDirty = false

        init(maxHeadByteCount: Int) {
            self.maxHeadByteCount = maxHeadByteCount
            // The items of a small response.
            pending.reserveCapacity(4)
        }

        /// The number of head bytes that are still allowed.
        var headRoom: Int { maxHeadByteCount - headByteCount }

        /// Appends bytes to the previous piece of the body, which has not been handed over yet: an event for each of
        /// many small pieces costs far more than copying their bytes.
        mutating func joinLast(_ bytes: UnsafeRawBufferPointer) -> Bool {
            guard case .event(.body(var data))? = pending.last, data.count + bytes.count <= Self.pieceByteCount else {
                return false
            }
            pending.removeLast()
            data.append(contentsOf: bytes)
            pending.append(.event(.body(data)))
            return true
        }

        private static let pieceByteCount = 128 * 1_024
    }

    extension TransferPhase {
        init(_ stage: TransferState.Stage) {
            self =
                switch stage {
                case .connecting: .connecting
                case .sending: .sending
                case .waitingForHead: .waitingForHead
                case .receiving: .receiving
                }
        }
    }
#endif
