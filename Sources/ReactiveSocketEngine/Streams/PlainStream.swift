#if os(Linux)
    import ReactiveHTTPModel

    /// A stream over a socket without TLS.
    final class PlainStream: SocketStream {
        private let socket: Int32

        /// - Parameter socket: A connected, non-blocking socket, which its connection closes.
        init(_ socket: Int32) {
            self.socket = socket
        }

        var applicationProtocol: String? { nil }

        func shakeHands() -> Handshake { .done }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
            while true {
                let count = recv(socket, buffer.baseAddress, buffer.count, 0)
                if count > 0 { return .bytes(count) }
                if count == 0 { return .end(isClean: true) }
                switch errno {
                case EINTR: continue
                case EAGAIN: return .blocked
                default: return .failed(.lost(Errno.current))
                }
            }
        }

        func write(_ bytes: UnsafeRawBufferPointer) -> Writing {
            while true {
                let count = send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
                if count >= 0 { return .bytes(count) }
                switch errno {
                case EINTR: continue
                case EAGAIN: return .blocked
                default: return .failed(.lost(Errno.current))
                }
            }
        }

        func isQuiet() -> Bool {
            var byte: UInt8 = 0
            while true {
                guard recv(socket, &byte, 1, Int32(MSG_PEEK)) < 0 else { return false }
                switch errno {
                case EINTR: continue
                case EAGAIN: return true
                default: return false
                }
            }
        }

        func sayGoodbye() {}
    }

    extension StreamFailure {
        /// The failure of a connection that was established (EN24).
        static func lost(_ error: Errno) -> StreamFailure {
            StreamFailure(kind: .connectionLost, code: Int(error.number), text: error.text)
        }
    }
#endif
