#if os(Linux)
    import ReactiveHTTPModel

    // The stream below another one: TLS to a server within TLS to its proxy. All of these are called inside OpenSSL, by
    // the BIO of the stream above, and answer as `recv(2)` and `send(2)` do.
    extension TLSStream {
        /// Returns the number of received bytes, zero at the end, or -1 and the reason in `errno`.
        func receive(_ base: UnsafeMutableRawPointer, _ capacity: Int) -> Int {
            switch stage {
            case .open: result(of: fill(base, capacity))
            case .ended(let reading): result(of: reading)
            case .shakingHands: Self.failed(EAGAIN)
            case .failed: Self.failed(ECONNRESET)
            }
        }

        /// Returns the number of sent bytes, or -1 and the reason in `errno`.
        func transmit(_ base: UnsafeRawPointer, _ count: Int) -> Int {
            switch stage {
            case .open, .ended: break
            case .shakingHands: return Self.failed(EAGAIN)
            case .failed: return Self.failed(ECONNRESET)
            }
            switch drain(base, count) {
            case .bytes(let count): return count
            case .blocked: return Self.failed(EAGAIN)
            case .failed(let failure): return Self.failed(failure.systemNumber)
            }
        }

        private func result(of reading: Reading) -> Int {
            switch reading {
            case .bytes(let count): count
            case .blocked: Self.failed(EAGAIN)
            case .end: 0
            case .failed(let failure): Self.failed(failure.systemNumber)
            }
        }

        private static func failed(_ number: Int32) -> Int {
            errno = number
            return -1
        }

        /// A Boolean value that indicates whether this stream or one below it has bytes that the socket no longer has.
        var hasPending: Bool {
            context.library.sslHasPending(handle) != 0 || below?.hasPending ?? false
        }
    }

    extension StreamFailure {
        /// The system's number for the failure. A violation of TLS by the proxy is one of the protocol below.
        fileprivate var systemNumber: Int32 {
            guard let code, (1..<4_096).contains(code) else { return EPROTO }
            return Int32(code)
        }
    }
#endif
