#if os(Linux)
    import Foundation

    /// What the loop's thread knows of a transfer.
    struct TransferState {
        /// How far it has come.
        enum Stage: Comparable {
            case connecting
            case sending
            case waitingForHead
            case receiving
        }

        var easy: EasyHandle?
        var stage = Stage.connecting
        /// Whether libcurl has it.
        var isActive = false
        /// Whether it shall end as soon as libcurl lets it.
        var isAbandoned = false
        /// Whether the server says that it ends the connection; watched where only that tells that the body is whole.
        var notice: OpaquePointer?
        /// Whether libcurl itself says that the connection has ended without notice.
        var wasCutOff = false
        /// Whether the connection that libcurl had chosen must not be used, so that it has to choose again.
        var mustBeginAgain = false
        /// Whether the connection is not to be kept, whatever else happens.
        var mustClose = false
        /// The sockets that were opened for it and may still be open.
        var sockets: [Int32] = []
        /// Whether the connection that the request was last written to speaks HTTP/2.
        var speaksHTTP2 = false
        /// Whether HTTP/2 is offered to the server.
        var mayBeMultiplexed = false
        /// The `errno` of the last socket that could not be opened, unless one could after it.
        var socketError: Int32?
        /// Why we have made libcurl give up, if we have.
        var refusal: TransportError?
        /// What the certificate has to be checked against before the request is sent.
        var pins: Set<PinPolicy.Pin>?
        /// How often libcurl was about to send the request.
        var sendCount = 0
        /// How many connections libcurl had made for it when it last was about to, and whether the last one was among them.
        var connectionCount = 0
        var isOnNewConnection = false

        var head = WireHead()
        var framing = ResponseFraming()
        var hasHead = false
        /// Whether the server has answered that it does not want the rest of the request, should there be one.
        var isRefused = false
        /// The size of all heads so far, informational ones included.
        var headByteCount = 0
        let maxHeadByteCount: Int
        var receivedByteCount: Int64 = 0

        /// How long nothing may move.
        var stallLimit: Duration?
        /// How many bytes had moved when something last did, and when that was.
        var lastProgress: (byteCount: Int64, instant: ContinuousClock.Instant)?

        /// What is to be handed on at the end of the round.
        var pending: [Transfer.Item] = []
        var isDirty = false

        init(maxHeadByteCount: Int) {
            self.maxHeadByteCount = maxHeadByteCount
        }

        /// How many bytes of heads there may still be.
        var headRoom: Int { maxHeadByteCount - headByteCount }

        /// Puts bytes to those that came just before them: an event for each of many tiny chunks costs far more memory than
        /// its bytes.
        mutating func joinLast(_ bytes: UnsafeRawBufferPointer) -> Bool {
            guard bytes.count < Self.smallByteCount, case .event(.body(var data))? = pending.last,
                data.count + bytes.count <= Self.smallByteCount
            else { return false }
            pending.removeLast()
            data.append(contentsOf: bytes)
            pending.append(.event(.body(data)))
            return true
        }

        private static let smallByteCount = 4_096
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
