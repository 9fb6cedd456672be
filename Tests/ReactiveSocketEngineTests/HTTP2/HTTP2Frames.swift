#if os(Linux)
    import ReactiveTestSupport

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// One frame of HTTP/2 as bytes (RFC 9113 §4.1).
    struct HTTP2Frame: Hashable, Sendable {
        enum Kind: UInt8 {
            case data, headers, priority, reset, settings, pushPromise, ping, goaway, windowUpdate, continuation
        }

        static let endStream: UInt8 = 1
        static let acknowledgment: UInt8 = 1
        static let endHeaders: UInt8 = 4
        static let padded: UInt8 = 8

        var kind: UInt8
        var flags: UInt8
        var stream: Int32
        var payload: [UInt8]

        init(_ kind: Kind, flags: UInt8 = 0, stream: Int32 = 0, _ payload: [UInt8] = []) {
            (self.kind, self.flags, self.stream, self.payload) = (kind.rawValue, flags, stream, payload)
        }

        /// A frame of a type that nobody knows.
        static func unknown(_ payload: [UInt8] = []) -> HTTP2Frame {
            var frame = HTTP2Frame(.ping, payload)
            frame.kind = 0x42
            return frame
        }

        static func informational(_ status: Int, _ stream: Int32 = 1) -> HTTP2Frame {
            head(stream, [(":status", "\(status)")])
        }

        /// Reads a frame, or returns `nil` if the bytes do not begin with a whole one.
        init?(_ bytes: ArraySlice<UInt8>) {
            let bytes = Array(bytes.prefix(9 + 1 << 24))
            guard bytes.count >= 9 else { return nil }
            let count = Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2])
            guard bytes.count >= 9 + count else { return nil }
            kind = bytes[3]
            flags = bytes[4]
            stream = bytes[5..<9].reduce(0) { $0 << 8 | Int32($1) }
            payload = Array(bytes[9..<(9 + count)])
        }

        var bytes: [UInt8] {
            let count = payload.count
            return [UInt8(count >> 16 & 255), UInt8(count >> 8 & 255), UInt8(count & 255), kind, flags]
                + Self.number(UInt32(bitPattern: stream)) + payload
        }

        /// The numbers of four bytes in the payload.
        var numbers: [UInt32] {
            stride(from: 0, to: payload.count / 4 * 4, by: 4).map { start in
                payload[start..<(start + 4)].reduce(0) { $0 << 8 | UInt32($1) }
            }
        }

        static func number(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 255) } }

        static func settings(_ settings: [(UInt16, UInt32)] = []) -> HTTP2Frame {
            HTTP2Frame(.settings, settings.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] + number($1) })
        }

        /// A head of fields, which are encoded literally.
        static func head(_ stream: Int32, _ fields: [(String, String)], isEnd: Bool = false) -> HTTP2Frame {
            HTTP2Frame(.headers, flags: endHeaders | (isEnd ? endStream : 0), stream: stream, block(fields))
        }

        static func ok(_ stream: Int32 = 1, isEnd: Bool = false) -> HTTP2Frame {
            head(stream, [(":status", "200")], isEnd: isEnd)
        }

        static func data(_ stream: Int32, _ text: String, isEnd: Bool = false) -> HTTP2Frame {
            HTTP2Frame(.data, flags: isEnd ? endStream : 0, stream: stream, Array(text.utf8))
        }

        static func reset(_ stream: Int32, _ code: UInt32) -> HTTP2Frame {
            HTTP2Frame(.reset, stream: stream, number(code))
        }

        // Frames of the first stream.

        static func head(_ fields: [(String, String)], isEnd: Bool = false) -> HTTP2Frame {
            head(1, fields, isEnd: isEnd)
        }

        static func data(_ text: String, isEnd: Bool = false) -> HTTP2Frame { data(1, text, isEnd: isEnd) }

        static func reset(_ code: UInt32) -> HTTP2Frame { reset(1, code) }

        static func goaway(_ last: Int32, _ code: UInt32 = 0) -> HTTP2Frame {
            HTTP2Frame(.goaway, number(UInt32(bitPattern: last)) + number(code))
        }

        /// Fields as literals without a table (RFC 7541 §6.2.2).
        static func block(_ fields: [(String, String)]) -> [UInt8] {
            fields.flatMap { [0] + text($0) + text($1) }
        }

        private static func text(_ text: String) -> [UInt8] { length(text.utf8.count) + Array(text.utf8) }

        /// A length with a prefix of seven bits (RFC 7541 §5.1).
        private static func length(_ count: Int) -> [UInt8] {
            guard count >= 127 else { return [UInt8(count)] }
            var bytes: [UInt8] = [127]
            var rest = count - 127
            while rest >= 128 {
                bytes.append(UInt8(rest & 127 | 128))
                rest >>= 7
            }
            return bytes + [UInt8(rest)]
        }
    }

    extension [HTTP2Frame] {
        var bytes: [UInt8] { flatMap(\.bytes) }
    }

    /// A session, and the frames that it has sent to the test.
    final class HTTP2Harness {
        let session: HTTP2Session
        private var output: [UInt8] = []
        private(set) var frames: [HTTP2Frame] = []
        private(set) var failure: HTTP2Session.Failure?
        private var hasPreface = false

        init?(_ limits: HTTP2Session.Limits = HTTP2Session.Limits()) {
            guard let library = NGHTTP2.loaded, let session = HTTP2Session(library, limits) else { return nil }
            self.session = session
        }

        /// Begins a request with the fields that a request must have.
        @discardableResult
        func begin(_ source: HTTP2BodyInMemory? = nil) -> Int32 {
            var fields = HTTP2FieldBlock()
            fields.add(":method", source == nil ? "GET" : "POST")
            fields.add(":scheme", "https")
            fields.add(":authority", "localhost")
            fields.add(":path", "/")
            let stream = session.begin(fields, source) ?? -1
            flush()
            return stream
        }

        /// Passes frames to the session, in pieces of a size.
        func receive(_ frames: [HTTP2Frame], piece: Int = .max) -> [HTTP2Event] { receive(frames.bytes, piece: piece) }

        func receive(_ bytes: [UInt8], piece: Int = .max) -> [HTTP2Event] {
            var events: [HTTP2Event] = []
            var position = 0
            while position < bytes.count, failure == nil {
                let end = position + Swift.min(piece, bytes.count - position)
                let (new, failure) = bytes[position..<end].withUnsafeBytes { session.receive($0) }
                events += new
                self.failure = failure
                flush()
                events += session.takeEvents()
                position = end
            }
            return events
        }

        /// Takes what the session sends.
        func flush() {
            while true {
                let before = output.count
                if let failure = session.takeOutput(into: &output, upTo: before + 1) { self.failure = failure }
                guard output.count > before else { break }
            }
            if !hasPreface, output.count >= 24 {
                hasPreface = true
                output.removeFirst(24)
            }
            var rest = output[...]
            while let frame = HTTP2Frame(rest) {
                frames.append(frame)
                rest = rest.dropFirst(9 + frame.payload.count)
            }
            output = Array(rest)
        }

        func sent(_ kind: HTTP2Frame.Kind) -> [HTTP2Frame] { frames.filter { $0.kind == kind.rawValue } }
    }

    /// A body in memory, of which a part is available.
    final class HTTP2BodyInMemory: HTTP2BodySource {
        private let state: Locked<(bytes: [UInt8], available: Int)>

        init(_ bytes: [UInt8], available: Int = .max) {
            state = Locked((bytes, available))
        }

        func makeAvailable() { state.withLock { $0.available = .max } }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> HTTP2BodyReading {
            state.withLock { state in
                let count = min(buffer.count, state.bytes.count, state.available)
                guard count > 0 || state.bytes.isEmpty else { return .wait }
                buffer.copyBytes(from: state.bytes.prefix(count))
                state.bytes.removeFirst(count)
                if state.available != .max { state.available -= count }
                return .bytes(count, isEnd: state.bytes.isEmpty)
            }
        }
    }
#endif
