#if os(Linux)
    import ReactiveHTTPModel

    extension OpenSSL {
        /// An error of the thread's queue.
        struct QueuedError: Hashable {
            /// The packed number, as OpenSSL prints it.
            let number: UInt
            /// The library that the error is of.
            let library: UInt
            /// The reason, a number of the library.
            let reason: UInt

            init(_ number: UInt, isPackedAsBefore3: Bool) {
                self.number = number
                // Version 3 has taken the bits of the function for the reason, and the highest for the system's errors.
                library = isPackedAsBefore3 ? (number >> 24) & 0xFF : (number >> 23) & 0xFF
                reason = number & 0xFFF
            }

            /// The number of the library of TLS.
            private static let ssl: UInt = 20

            var isOfTLS: Bool { library == Self.ssl }
            var isOfPEM: Bool { library == 9 }
            var isFailedVerification: Bool { isOfTLS && reason == 134 }
            var isUnexpectedEnd: Bool { isOfTLS && reason == 294 }
            /// The description of the alert that the peer has sent (RFC 8446 §6), if the error is one.
            var alert: UInt? { isOfTLS && reason >= 1_000 && reason < 1_256 ? reason - 1_000 : nil }
            /// A Boolean value that indicates whether the alert refuses only a handshake, such as one about the
            /// client's certificate, and never a request.
            var isRefusal: Bool {
                guard let alert else { return false }
                return switch alert {
                case 40, 42...46, 48, 49, 51, 70, 71, 86, 109...116, 120: true
                default: false
                }
            }
            /// A Boolean value that indicates whether a PEM text has ended.
            var isEndOfPEM: Bool { isOfPEM && reason == 108 }
            /// The source of the error, as it ends a text.
            var source: String {
                let digits = String(number, radix: 16, uppercase: true)
                return "(OpenSSL error \(String(repeating: "0", count: max(0, 8 - digits.count)))\(digits))"
            }
        }

        /// Returns the error that explains a failure best, and empties the queue.
        ///
        /// The oldest error is the cause of the later ones. One of TLS says more than one of the libraries below.
        func takeError() -> QueuedError? {
            let isOld = versionNumber() < 0x3000_0000
            var first: QueuedError?
            while true {
                let number = errGetError()
                guard number != 0 else { return first }
                let error = QueuedError(number, isPackedAsBefore3: isOld)
                if first?.isOfTLS != true && error.isOfTLS || first == nil { first = error }
            }
        }

        /// Returns the text of an error, without its source.
        func text(of error: QueuedError) -> String {
            errReasonErrorString(error.number).map { String(cString: $0) } ?? "unknown error"
        }
    }
#endif
