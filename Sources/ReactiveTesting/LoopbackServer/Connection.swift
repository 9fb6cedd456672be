/// Serves the requests of one connection in order, on the thread that calls `serve`.
struct Connection {
    private enum Outcome { case next, over }

    private static let lingering = Duration.seconds(1)

    let number: Int
    let socket: Socket
    let engine: ServerEngine
    private var reader: RequestReader
    private var requestNumber = 0

    init(number: Int, socket: Socket, engine: ServerEngine) {
        self.number = number
        self.socket = socket
        self.engine = engine
        reader = RequestReader(socket: socket, bodyByteLimit: engine.configuration.bodyByteLimit)
    }

    /// Serves requests, and returns when the connection is to be closed.
    mutating func serve() {
        do {
            while try serveNext() == .next {}
        } catch {
            switch error {
            case .ended: break
            case .cutShort: noteDisconnection(.receivingRequest)
            case .rejected(let defect, let headBytes): reject(defect, headBytes)
            }
        }
    }

    private mutating func serveNext() throws(RequestReader.Failure) -> Outcome {
        requestNumber += 1
        let head = try reader.nextHead()
        var request = LoopbackServer.ReceivedRequest(head, connection: number, numberOnConnection: requestNumber)
        let choice = engine.routes.choose(request.method, request.path)
        let treatment = choice.requestBody
        if treatment != .leaveUnread {
            if treatment == .read { sendContinue(for: head) }
            (request.body, request.trailers) = try reader.body(of: head)
        }
        engine.journal.note(request)
        let reply =
            switch choice {
            case .reply(let reply): reply
            case .closure(let reply): reply(request)
            }
        let bodyWasRead = treatment != .leaveUnread || head.framing == .none
        let exchange = ReplyPlan.Exchange(head, bodyWasRead: bodyWasRead)
        let plan = ReplyPlan(reply.resolved(for: request), for: exchange)
        guard perform(plan) else {
            noteDisconnection(.replyPending)
            return .over
        }
        return finish(plan.ending, bodyWasRead: bodyWasRead)
    }

    private func sendContinue(for head: RequestHead) {
        guard head.minorVersion == 1, head.framing != .none, !reader.hasBufferedInput,
            head.headers.tokens(of: "Expect").contains("100-continue")
        else { return }
        // A broken connection is detected when the body is read.
        _ = socket.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }

    /// Returns false if the peer closed the connection before the last step.
    private func perform(_ plan: ReplyPlan) -> Bool {
        guard plan.steps.allSatisfy(perform) else { return false }
        guard !plan.refrain.isEmpty else { return true }
        while plan.refrain.allSatisfy(perform) {}
        return false
    }

    private func perform(_ step: ReplyPlan.Step) -> Bool {
        switch step {
        case .send(let bytes): socket.send(bytes)
        case .pause(let duration): socket.waitForHangUp(for: duration) == .elapsed
        }
    }

    private func finish(_ ending: LoopbackServer.Reply.Ending, bodyWasRead: Bool) -> Outcome {
        switch ending {
        case .keepAlive: return .next
        case .close: closeGently(lingering: bodyWasRead ? .zero : Self.lingering)
        case .reset: socket.resetOnClose()
        case .stall:
            _ = socket.waitForHangUp(for: nil)
            noteDisconnection(.replyPending)
        case .webSocketEcho: echoFrames()
        }
        return .over
    }

    /// Answers messages with themselves, pings with pongs, and a close frame with its code.
    private func echoFrames() {
        var bytes: [UInt8] = []
        while socket.receive(into: &bytes, atMost: 65_536) {
            while let frame = ClientFrameBytes.take(from: &bytes, at: .zero) {
                let isClose = frame.opcode == 0x8
                let payload = isClose ? frame.payload.prefix(2) : frame.payload
                let opcode = frame.opcode == 0x9 ? 0xA : frame.opcode
                guard opcode != 0xA || frame.opcode == 0x9 else { continue }
                let answer = ServerFrameBytes.make(opcode, isFinal: frame.isFinal, Array(payload))
                guard socket.send(answer) else { return }
                if isClose { return closeGently(lingering: Self.lingering) }
            }
        }
    }

    /// Closes the sending side, and discards the input: closing a socket with unread input resets the connection, which
    /// may destroy the reply.
    private func closeGently(lingering: Duration) {
        socket.endSending()
        socket.discardInput(for: lingering)
    }

    private func reject(_ defect: RequestDefect, _ headBytes: [UInt8]) {
        engine.journal.note(
            LoopbackServer.Rejection(
                connection: number,
                status: defect.status,
                reason: defect.reason,
                headBytes: headBytes
            )
        )
        let body = Array("\(defect.reason)\n".utf8)
        let head = "HTTP/1.1 \(defect.status) Rejected\r\nContent-Type: text/plain\r\nContent-Length: \(body.count)\r\n"
        _ = socket.send(Array("\(head)Connection: close\r\n\r\n".utf8) + body)
        closeGently(lingering: Self.lingering)
    }

    private func noteDisconnection(_ phase: LoopbackServer.Disconnection.Phase) {
        // A disconnection by the server's own stop is indistinguishable here.
        guard !engine.isStopping else { return }
        engine.journal.note(
            LoopbackServer.Disconnection(
                connection: number,
                numberOnConnection: requestNumber,
                phase: phase,
                instant: .now
            )
        )
    }
}

extension RouteTable.Choice {
    fileprivate var requestBody: LoopbackServer.Reply.RequestBody {
        switch self {
        case .reply(let reply): reply.requestBody
        case .closure: .read
        }
    }
}
