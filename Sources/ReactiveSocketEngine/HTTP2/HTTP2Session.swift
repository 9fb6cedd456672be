#if os(Linux)
    import ReactiveHTTPModel

    /// The client's side of one HTTP/2 connection as a state machine: bytes that have arrived go in, events and bytes
    /// to send come out (EN32).
    ///
    /// The window of the connection is given back when bytes arrive, that of a stream by ``giveBack(_:of:)``, so that
    /// no stream holds up another (EN33).
    ///
    /// SAFETY: the owner has a lock, under which all methods are called. nghttp2 refers to the session without owning
    /// it, and calls back only inside of calls to it. The deinitializer frees nghttp2's object.
    final class HTTP2Session: Sendable {
        /// The limits of a session.
        struct Limits: Sendable {
            /// The size of a stream's window, which limits the bytes of a response that wait for their observer.
            var windowByteCount = 1 << 20
            /// The size of all heads and trailers of one response.
            var maxHeadByteCount = 256 * 1_024
            /// The number of fields of all heads and trailers of one response.
            var maxFieldCount = 10_000
            /// The number of frames in a row that carry nothing, at which the connection ends.
            var maxEmptyFrameCount = 10_000
        }

        /// The reason why the connection cannot be used any more.
        struct Failure: Error, Hashable {
            var code: Int
            var text: String
        }

        /// The state of the server, and a record of frames that carried nothing.
        struct Server {
            /// The bytes that may still arrive of streams that were given up: what was on its way filled their windows
            /// at most. nghttp2 gives the connection's window back for them.
            var strayByteCount = 0
            /// The number of frames since the last one that carried something.
            var emptyFrameCount = 0
            /// A Boolean value that indicates whether the frame that is being taken has carried something.
            var hasCarried = false
            /// A Boolean value that indicates whether the server has told its settings.
            var hasSettings = false
            /// The text of the server's violation that ends the connection.
            var violation: String?
            var isGoingAway = false
            /// A Boolean value that indicates whether the server goes away because it wants requests over HTTP/1.1.
            var wantsHTTP1 = false
        }

        /// A stream whose end is not known yet.
        struct Stream {
            /// The head whose fields are arriving.
            var head = HTTP2Event.Head(status: 0)
            var byteCount = 0
            var fieldCount = 0
            var hasEnded = false
            var resetCode: HTTP2.ErrorCode?
            /// The reason why the response is malformed.
            var flaw: String?
            var source: (any HTTP2BodySource)?
        }

        /// The variables of a session. No access to them spans a call to nghttp2, whose callbacks use them.
        struct State: Sendable {
            var events: [HTTP2Event] = []
            var streams: [Int32: Stream] = [:]
            var server = Server()
            var counter = HTTP2FrameCounter()
        }

        /// The window of the connection, which never holds up a stream for long.
        private static let connectionWindow: Int32 = 16 << 20
        /// A head of a request that large is still sent.
        private static let maxRequestHeadByteCount = 8 << 20

        let library: NGHTTP2
        let limits: Limits
        nonisolated(unsafe) let handle: NGHTTP2.Handle
        nonisolated(unsafe) var state = State()

        /// Creates a session, whose first output is the preface with the settings.
        ///
        /// - Returns: `nil` if there is no memory.
        init?(_ library: NGHTTP2, _ limits: Limits) {
            guard let handle = Self.open(library, limits) else { return nil }
            self.library = library
            self.limits = limits
            self.handle = handle
            library.sessionSetUserData(handle, Unmanaged.passUnretained(self).toOpaque())
            guard submitSettings() else { return nil }
        }

        deinit { library.sessionDel(handle) }

        // Requests

        /// A Boolean value that indicates whether another request may begin.
        var allowsRequest: Bool {
            !state.server.isGoingAway && !isViolated && library.sessionCheckRequestAllowed(handle) != 0
        }

        /// The number of streams that the server allows at a time.
        var maxStreamCount: Int {
            Int(library.sessionGetRemoteSettings(handle, HTTP2.Setting.maxConcurrentStreams))
        }

        /// Begins a request.
        ///
        /// - Parameters:
        ///   - fields: The head, which begins with the fields whose names have a colon.
        ///   - source: The body, or `nil` if there is none.
        /// - Returns: The number of the stream, or `nil` if the connection takes no more requests.
        func begin(_ fields: HTTP2FieldBlock, _ source: (any HTTP2BodySource)?) -> Int32? {
            guard allowsRequest else { return nil }
            let stream = fields.withPointer { fields, count in
                guard source != nil else { return library.submitRequest(handle, nil, fields, count, nil, nil) }
                return withBodySource { library.submitRequest(handle, nil, fields, count, $0, nil) }
            }
            guard stream > 0 else { return nil }
            state.streams[stream] = Stream(source: source)
            return stream
        }

        /// Asks the source of a body again.
        func resume(_ stream: Int32) {
            guard state.streams[stream] != nil else { return }
            _ = library.sessionResumeData(handle, stream)
        }

        /// Resets a stream, of which there are no more events.
        func reset(_ stream: Int32, _ code: HTTP2.ErrorCode) {
            guard state.streams.removeValue(forKey: stream) != nil else { return }
            state.server.strayByteCount += limits.windowByteCount
            _ = library.submitRstStream(handle, 0, stream, code.rawValue)
        }

        /// Forgets all streams, and so the sources of bodies, which may own the session.
        func forgetStreams() { state.streams = [:] }

        /// Gives a part of a stream's window back to the server.
        func giveBack(_ byteCount: Int, of stream: Int32) {
            guard byteCount > 0, state.streams[stream]?.hasEnded == false else { return }
            _ = library.submitWindowUpdate(handle, 0, stream, Int32(clamping: byteCount))
        }

        /// Tells the server that the connection will be closed.
        func sayGoodbye() {
            _ = library.submitGoaway(handle, 0, 0, HTTP2.ErrorCode.noError.rawValue, nil, 0)
        }

        // Input and output

        /// Takes bytes that have arrived.
        ///
        /// - Returns: The events, in order. They are valid also if the bytes end the connection.
        /// - Throws: The reason why the connection cannot be used any more, with the events before that.
        func receive(_ bytes: UnsafeRawBufferPointer) -> (events: [HTTP2Event], failure: Failure?) {
            var failure: Failure?
            var rest = bytes[...]
            // nghttp2 tells nothing of frames that it ignores, so it takes one at a time.
            while failure == nil, !rest.isEmpty, let base = UnsafeRawBufferPointer(rebasing: rest).baseAddress {
                let part = state.counter.next(rest)
                let result = library.sessionMemRecv(handle, base.assumingMemoryBound(to: UInt8.self), part.byteCount)
                rest = rest.dropFirst(part.byteCount)
                failure = result < 0 ? failed(result) : count(part)
            }
            return (takeEvents(), failure)
        }

        /// Counts the frames in a row that have carried nothing, and the bytes of streams that are over (EN35).
        ///
        /// - Returns: The reason why the connection cannot be used any more.
        private func count(_ part: HTTP2FrameCounter.Part) -> Failure? {
            guard part.endsFrame else { return nil }
            defer { state.server.hasCarried = false }
            if state.server.hasCarried {
                state.server.emptyFrameCount = 0
            } else if part.windowByteCount > 0, state.streams[part.stream] == nil {
                // The server may have sent DATA before it knew that the stream is over.
                state.server.strayByteCount -= part.windowByteCount
                guard state.server.strayByteCount >= 0 else {
                    noteViolation("it goes on sending the bodies of responses that are over")
                    return failed(NGHTTP2.Failure.flooded)
                }
            } else {
                state.server.emptyFrameCount += 1
            }
            return state.server.emptyFrameCount < limits.maxEmptyFrameCount ? nil : failed(NGHTTP2.Failure.flooded)
        }

        /// Returns the events that calls without input have had.
        func takeEvents() -> [HTTP2Event] {
            defer { state.events = [] }
            return state.events
        }

        func note(_ event: HTTP2Event) { state.events.append(event) }

        /// Appends bytes to send, until there are none or the size is reached.
        ///
        /// - Returns: The reason why the connection cannot be used any more.
        func takeOutput(into output: inout [UInt8], upTo byteCount: Int) -> Failure? {
            while output.count < byteCount {
                var pointer: UnsafePointer<UInt8>?
                let count = library.sessionMemSend(handle, &pointer)
                guard count >= 0 else { return failed(count) }
                guard count > 0, let pointer else { return nil }
                output.append(contentsOf: UnsafeBufferPointer(start: pointer, count: count))
            }
            return nil
        }

        /// The reason why the connection is over, once there is nothing to read and nothing to send any more.
        var end: Failure? {
            guard library.sessionWantRead(handle) == 0, library.sessionWantWrite(handle) == 0 else {
                return nil
            }
            let text = state.server.violation.map { "the server violates HTTP/2: \($0)" }
            return Failure(code: 0, text: text ?? "the server goes away")
        }

        /// A Boolean value that indicates whether the connection is over because of the server's violation, and not
        /// because it goes away.
        var isViolated: Bool { state.server.violation != nil }

        func noteViolation(_ text: String) { if !isViolated { state.server.violation = text } }

        private func failed(_ code: Int) -> Failure {
            let isFlood = code == NGHTTP2.Failure.flooded || code == Int(NGHTTP2.Failure.callback)
            let flaw = isFlood ? "it floods the connection with frames" : library.text(of: code)
            let text = state.server.violation ?? flaw
            state.server.violation = text
            return Failure(code: code, text: "the server violates HTTP/2: \(text) (nghttp2 \(code))")
        }

        // Creation

        private static func open(_ library: NGHTTP2, _ limits: Limits) -> NGHTTP2.Handle? {
            var callbacks: NGHTTP2.Handle?
            var options: NGHTTP2.Handle?
            guard library.callbacksNew(&callbacks) == 0, let callbacks else { return nil }
            defer { library.callbacksDel(callbacks) }
            guard library.optionNew(&options) == 0, let options else { return nil }
            defer { library.optionDel(options) }
            setCallbacks(callbacks, of: library)
            library.optionSetNoAutoWindowUpdate(options, 1)
            library.optionSetMaxSendHeaderBlockLength(options, maxRequestHeadByteCount)
            library.optionSetMaxOutboundAck?(options, 1_000)
            // By default there are 8, so that no head had more than 144 KiB. The session has limits of its own.
            library.optionSetMaxContinuations?(options, limits.maxEmptyFrameCount)
            var handle: NGHTTP2.Handle?
            return library.sessionClientNew2(&handle, callbacks, nil, options) == 0 ? handle : nil
        }

        private func submitSettings() -> Bool {
            let settings = [
                (HTTP2.Setting.enablePush, 0),
                (HTTP2.Setting.initialWindowSize, UInt32(min(max(1, limits.windowByteCount), Int(Int32.max)))),
                (HTTP2.Setting.maxHeaderListSize, UInt32(clamping: limits.maxHeadByteCount)),
            ]
            var bytes = [UInt8](repeating: 0, count: settings.count * NGHTTP2.Layout.settingByteCount)
            bytes.withUnsafeMutableBytes { bytes in
                for (index, (number, value)) in settings.enumerated() {
                    let start = index * NGHTTP2.Layout.settingByteCount
                    bytes.storeBytes(of: number, toByteOffset: start, as: Int32.self)
                    bytes.storeBytes(of: value, toByteOffset: start + 4, as: UInt32.self)
                }
            }
            let result = bytes.withUnsafeBytes { bytes in
                bytes.baseAddress.map { library.submitSettings(handle, 0, $0, settings.count) } ?? -1
            }
            return result == 0 && library.sessionSetLocalWindowSize(handle, 0, 0, Self.connectionWindow) == 0
        }
    }
#endif
