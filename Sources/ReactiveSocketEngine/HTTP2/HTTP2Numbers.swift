#if os(Linux)
    import ReactiveHTTPModel

    /// The numbers of the protocol (RFC 9113 §6, §7).
    enum HTTP2 {
        /// The types of frames that are told apart.
        enum Frame {
            static let data: UInt8 = 0
            static let headers: UInt8 = 1
            static let reset: UInt8 = 3
            static let settings: UInt8 = 4
            static let pushPromise: UInt8 = 5
            static let goaway: UInt8 = 7
        }

        enum Flag {
            static let endStream: UInt8 = 1
            static let acknowledgment: UInt8 = 1
        }

        enum Setting {
            static let enablePush: Int32 = 2
            static let maxConcurrentStreams: Int32 = 3
            static let initialWindowSize: Int32 = 4
            static let maxHeaderListSize: Int32 = 6
        }

        /// The code of a reset or of GOAWAY.
        struct ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
            let rawValue: UInt32

            static let noError = ErrorCode(rawValue: 0)
            static let flowControlError = ErrorCode(rawValue: 3)
            static let refusedStream = ErrorCode(rawValue: 7)
            static let cancel = ErrorCode(rawValue: 8)
            static let http11Required = ErrorCode(rawValue: 13)

            private static let names = [
                "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT",
                "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR",
                "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
            ]

            var description: String {
                rawValue < Self.names.count ? Self.names[Int(rawValue)] : "error \(rawValue)"
            }
        }
    }

    extension NGHTTP2 {
        /// The numbers of the library's errors that are returned to it, or told apart.
        enum Failure {
            static let deferred = -508
            static let temporary: Int32 = -521
            static let callback: Int32 = -902
            static let flooded = -904
        }

        /// Marks the last bytes of a body.
        static let endOfData: UInt32 = 1
        /// Keeps a field out of the table of the compression.
        static let noIndex: UInt8 = 1

        /// The layout of the structures of nghttp2's header.
        enum Layout {
            private static let word = MemoryLayout<Int>.size

            /// The header of a frame: its length, its stream, its type, and its flags.
            static let stream = word
            static let type = word + 4
            static let flags = word + 5
            /// The size of a frame's header, which the parts of the frame follow.
            static let frameHeader = (word + 7 + word - 1) / word * word
            /// A setting: its number and its value.
            static let settingByteCount = 8
            /// A field: the pointers to the name and the value, their sizes, and flags.
            static let fieldByteCount = 5 * word
            /// The source of a body: a value of its own, and the function that reads.
            static let sourceByteCount = 2 * word
        }
    }
#endif
