#if os(Linux)
    import ReactiveHTTPModel

    /// The functions that nghttp2 calls, inside of calls to it.
    ///
    /// SAFETY: nghttp2 passes the address of the session that it was created with, which is alive, because one of its
    /// methods is being called. Pointers to frames and bytes are valid during the call, and laid out as nghttp2's
    /// header declares.
    extension HTTP2Session {
        static func setCallbacks(_ callbacks: NGHTTP2.Handle, of library: NGHTTP2) {
            library.callbacksSetOnBeginFrame(callbacks) { _, header, context in
                HTTP2Session.from(context).beginsFrame(Frame(header)) ? 0 : NGHTTP2.Failure.callback
            }
            library.callbacksSetOnBeginHeaders(callbacks) { _, frame, context in
                HTTP2Session.from(context).beginHead(Frame(frame).stream)
                return 0
            }
            library.callbacksSetOnHeader(callbacks) { _, frame, name, nameCount, value, valueCount, _, context in
                let isAccepted = HTTP2Session.from(context).accepts(
                    UnsafeBufferPointer(start: name, count: nameCount),
                    UnsafeBufferPointer(start: value, count: valueCount),
                    of: Frame(frame).stream
                )
                return isAccepted ? 0 : NGHTTP2.Failure.temporary
            }
            library.callbacksSetOnInvalidHeader(callbacks) { _, frame, _, _, _, _, _, context in
                HTTP2Session.from(context).noteFlaw("the name or the value of a field is invalid", Frame(frame).stream)
                return NGHTTP2.Failure.temporary
            }
            library.callbacksSetOnFrameRecv(callbacks) { _, frame, context in
                HTTP2Session.from(context).take(Frame(frame))
                return 0
            }
            library.callbacksSetOnInvalidFrameRecv(callbacks) { _, frame, code, context in
                HTTP2Session.from(context).noteInvalid(Frame(frame), code)
                return 0
            }
            library.callbacksSetOnDataChunkRecv(callbacks) { _, _, stream, bytes, count, context in
                HTTP2Session.from(context).take(UnsafeRawBufferPointer(start: bytes, count: count), of: stream)
                return 0
            }
            library.callbacksSetOnFrameSend(callbacks) { _, frame, context in
                HTTP2Session.from(context).noteSent(Frame(frame))
                return 0
            }
            library.callbacksSetOnFrameNotSend(callbacks) { _, frame, code, context in
                HTTP2Session.from(context).noteUnsent(Frame(frame), code)
                return 0
            }
            library.callbacksSetOnStreamClose(callbacks) { _, stream, code, context in
                HTTP2Session.from(context).close(stream, HTTP2.ErrorCode(rawValue: code))
                return 0
            }
        }

        /// Calls a function with the structure that names the source of a body.
        func withBodySource<Result>(_ body: (UnsafeRawPointer?) -> Result) -> Result {
            withUnsafeTemporaryAllocation(
                byteCount: NGHTTP2.Layout.sourceByteCount,
                alignment: MemoryLayout<Int>.alignment
            ) { source in
                let read: NGHTTP2.Read = { _, stream, buffer, count, flags, _, context in
                    let buffer = UnsafeMutableRawBufferPointer(start: buffer, count: count)
                    return HTTP2Session.from(context).read(into: buffer, flags, of: stream)
                }
                source.storeBytes(of: 0, as: Int.self)
                source.storeBytes(of: read, toByteOffset: MemoryLayout<Int>.size, as: NGHTTP2.Read.self)
                return body(source.baseAddress.map { UnsafeRawPointer($0) })
            }
        }

        private static func from(_ context: UnsafeMutableRawPointer?) -> HTTP2Session {
            guard let context else { preconditionFailure("nghttp2 has lost its context") }
            return Unmanaged<HTTP2Session>.fromOpaque(context).takeUnretainedValue()
        }

        /// A frame of nghttp2, or the header of one.
        struct Frame {
            let stream: Int32
            let type: UInt8
            let flags: UInt8
            private let address: UnsafeRawPointer

            init(_ address: UnsafeRawPointer?) {
                guard let address else { preconditionFailure("nghttp2 has passed no frame") }
                self.address = address
                stream = address.load(fromByteOffset: NGHTTP2.Layout.stream, as: Int32.self)
                type = address.load(fromByteOffset: NGHTTP2.Layout.type, as: UInt8.self)
                flags = address.load(fromByteOffset: NGHTTP2.Layout.flags, as: UInt8.self)
            }

            var endsStream: Bool { flags & HTTP2.Flag.endStream != 0 }

            /// The code of a reset.
            var resetCode: HTTP2.ErrorCode { code(at: 0) }

            /// The code of GOAWAY, which the number of a stream precedes.
            var goawayCode: HTTP2.ErrorCode { code(at: 4) }

            private func code(at offset: Int) -> HTTP2.ErrorCode {
                let position = NGHTTP2.Layout.frameHeader + offset
                return HTTP2.ErrorCode(rawValue: address.load(fromByteOffset: position, as: UInt32.self))
            }
        }
    }

    // Frames
    extension HTTP2Session {
        /// Returns false for a push, which the server must not send.
        private func beginsFrame(_ frame: Frame) -> Bool {
            guard frame.type == HTTP2.Frame.pushPromise else { return true }
            noteViolation("it pushes, which the settings forbid")
            return false
        }

        private func take(_ frame: Frame) {
            switch frame.type {
            case HTTP2.Frame.headers:
                endHead(frame.stream)
                if frame.endsStream { end(frame.stream) }
            case HTTP2.Frame.data: if frame.endsStream { end(frame.stream) }
            case HTTP2.Frame.reset: state.streams[frame.stream]?.resetCode = frame.resetCode
            case HTTP2.Frame.settings where frame.flags & HTTP2.Flag.acknowledgment == 0:
                // The first ones begin the connection.
                if !state.server.hasSettings { state.server.hasCarried = true }
                state.server.hasSettings = true
                note(.settings)
            case HTTP2.Frame.goaway:
                state.server.isGoingAway = true
                if frame.goawayCode == .http11Required { state.server.wantsHTTP1 = true }
                note(.goaway)
            default: break
            }
        }

        private func end(_ stream: Int32) {
            guard state.streams[stream]?.hasEnded == false else { return }
            state.streams[stream]?.hasEnded = true
            state.server.hasCarried = true
            note(.end(stream))
        }

        private func take(_ bytes: UnsafeRawBufferPointer, of stream: Int32) {
            _ = library.sessionConsumeConnection(handle, bytes.count)
            guard !bytes.isEmpty, state.streams[stream] != nil else { return }
            state.server.hasCarried = true
            note(.data(stream, Data(bytes)))
        }

        private func noteSent(_ frame: Frame) {
            switch frame.type {
            // A server acknowledges the bytes of a request, which may be many.
            case HTTP2.Frame.data: state.server.emptyFrameCount = 0
            case HTTP2.Frame.goaway where frame.goawayCode != .noError: noteViolation(frame.goawayCode.description)
            default: break
            }
        }

        private func noteUnsent(_ frame: Frame, _ code: Int32) {
            guard frame.type == HTTP2.Frame.headers else { return }
            // The request was never sent.
            guard state.streams.removeValue(forKey: frame.stream) != nil else { return }
            note(.closed(frame.stream, state.server.wantsHTTP1 ? .reset(.http11Required) : .excluded))
        }

        private func noteInvalid(_ frame: Frame, _ code: Int32) {
            if state.streams[frame.stream] != nil {
                noteFlaw(library.text(of: Int(code)), frame.stream)
            } else if frame.stream == 0 {
                // A stream that this side has reset may still be open for nghttp2.
                noteViolation(library.text(of: Int(code)))
            }
        }

        private func close(_ stream: Int32, _ code: HTTP2.ErrorCode) {
            guard let closed = state.streams.removeValue(forKey: stream) else { return }
            if !closed.hasEnded { state.server.strayByteCount += limits.windowByteCount }
            note(.closed(stream, closing(of: closed, code)))
        }

        private func closing(of stream: Stream, _ code: HTTP2.ErrorCode) -> HTTP2Event.Closing {
            if let reset = stream.resetCode { return reset == .refusedStream ? .refused : .reset(reset) }
            if let flaw = stream.flaw { return .malformed(flaw) }
            // nghttp2 closes the streams that GOAWAY excludes.
            if state.server.isGoingAway, code == .refusedStream {
                return state.server.wantsHTTP1 ? .reset(.http11Required) : .excluded
            }
            if stream.hasEnded { return .finished }
            let isTooMuch = code == .flowControlError
            return .malformed(
                isTooMuch
                    ? "the server sends more than the window of the stream allows (\(code))"
                    : "the body has another length than the head says"
            )
        }
    }

    // Heads
    extension HTTP2Session {
        private func beginHead(_ stream: Int32) { state.streams[stream]?.head = HTTP2Event.Head(status: 0) }

        /// - Returns: False if the stream must be reset.
        private func accepts(
            _ name: UnsafeBufferPointer<UInt8>,
            _ value: UnsafeBufferPointer<UInt8>,
            of stream: Int32
        ) -> Bool {
            guard state.streams[stream] != nil else { return false }
            let flaw = add(name, value, to: &state.streams[stream, default: Stream()])
            guard let flaw else {
                state.server.hasCarried = true
                return true
            }
            noteFlaw(flaw, stream)
            return false
        }

        private func add(
            _ name: UnsafeBufferPointer<UInt8>,
            _ value: UnsafeBufferPointer<UInt8>,
            to stream: inout Stream
        ) -> String? {
            stream.fieldCount += 1
            stream.byteCount += name.count + value.count + Self.fieldOverhead
            guard stream.byteCount <= limits.maxHeadByteCount else {
                return "all heads and trailers together are larger than allowed"
            }
            guard stream.fieldCount <= limits.maxFieldCount else {
                return "all heads and trailers together have more than \(limits.maxFieldCount) fields"
            }
            guard name.first == UInt8(ascii: ":") else {
                stream.head.fields.append(
                    HTTP2Event.Field(name: String(fieldText: name.span), value: String(fieldText: value.span))
                )
                return nil
            }
            let status = Int(String(decoding: value, as: UTF8.self)) ?? 0
            guard value.count == 3, status >= 100, status != 101 else {
                return "the status is not a number from 100 to 999, or is 101"
            }
            stream.head.status = status
            return nil
        }

        /// The bytes that a field takes in HTTP/1.1 apart from its name and its value.
        private static let fieldOverhead = 4

        private func endHead(_ number: Int32) {
            guard let stream = state.streams[number], stream.flaw == nil else { return }
            // Trailers have no status.
            switch stream.head.status {
            case 0: if !stream.head.fields.isEmpty { note(.trailers(number, HTTP.Headers(stream.head.fields))) }
            case ..<200: note(.informational(number, stream.head))
            default: note(.head(number, stream.head))
            }
            state.streams[number]?.head = HTTP2Event.Head(status: 0)
        }

        private func noteFlaw(_ text: String, _ stream: Int32) {
            if state.streams[stream]?.flaw == nil { state.streams[stream]?.flaw = text }
        }
    }

    // Bodies of requests
    extension HTTP2Session {
        private func read(
            into buffer: UnsafeMutableRawBufferPointer,
            _ flags: UnsafeMutablePointer<UInt32>?,
            of stream: Int32
        ) -> Int {
            guard let source = state.streams[stream]?.source else { return NGHTTP2.Failure.deferred }
            switch source.read(into: buffer) {
            case .bytes(let count, let isEnd):
                if isEnd { flags?.pointee |= NGHTTP2.endOfData }
                return count
            case .wait: return NGHTTP2.Failure.deferred
            }
        }
    }
#endif
