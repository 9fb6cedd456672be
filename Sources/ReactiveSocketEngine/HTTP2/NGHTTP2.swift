#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel

    /// The functions of the system's nghttp2, loaded at run time (EN32).
    ///
    /// A function has the name of the C function, in Swift's spelling. Version 1.33 and newer ones have all of them,
    /// apart from those that are optional here.
    ///
    /// SAFETY: the types of the functions are those of nghttp2's header, with pointers to structures of the library as
    /// opaque or raw pointers. Functions without a session may be called from any thread. A session is used by one
    /// thread at a time, which its owner guarantees.
    final class NGHTTP2: Sendable {
        /// A pointer to an object of nghttp2.
        typealias Handle = OpaquePointer
        /// Receives a frame, or the header of one.
        typealias OnFrame = @convention(c) @Sendable (Handle?, UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Int32
        /// Receives a frame with the number of the library's error.
        typealias OnInvalidFrame =
            @convention(c) @Sendable (Handle?, UnsafeRawPointer?, Int32, UnsafeMutableRawPointer?) -> Int32
        /// Receives a piece of a body, with its flags and its stream.
        typealias OnData =
            @convention(c) @Sendable (
                Handle?, UInt8, Int32, UnsafePointer<UInt8>?, Int, UnsafeMutableRawPointer?
            ) -> Int32
        /// Receives the end of a stream, with the number of its error.
        typealias OnClose = @convention(c) @Sendable (Handle?, Int32, UInt32, UnsafeMutableRawPointer?) -> Int32
        /// Receives a field of a frame: the name, the value, and flags.
        typealias OnField =
            @convention(c) @Sendable (
                Handle?, UnsafeRawPointer?, UnsafePointer<UInt8>?, Int, UnsafePointer<UInt8>?, Int, UInt8,
                UnsafeMutableRawPointer?
            ) -> Int32
        /// Fills a buffer with bytes of a body, and sets flags.
        typealias Read =
            @convention(c) @Sendable (
                Handle?, Int32, UnsafeMutablePointer<UInt8>?, Int, UnsafeMutablePointer<UInt32>?,
                UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
            ) -> Int

        /// The version of the library, as a number with eight bits for each part.
        let versionNumber: Int
        let strerror: @convention(c) @Sendable (Int32) -> UnsafePointer<CChar>?

        // Callbacks and options.
        let callbacksNew: @convention(c) @Sendable (UnsafeMutablePointer<Handle?>) -> Int32
        let callbacksDel: @convention(c) @Sendable (Handle) -> Void
        let callbacksSetOnBeginFrame: @convention(c) @Sendable (Handle, OnFrame) -> Void
        let callbacksSetOnFrameRecv: @convention(c) @Sendable (Handle, OnFrame) -> Void
        let callbacksSetOnFrameSend: @convention(c) @Sendable (Handle, OnFrame) -> Void
        let callbacksSetOnFrameNotSend: @convention(c) @Sendable (Handle, OnInvalidFrame) -> Void
        let callbacksSetOnInvalidFrameRecv: @convention(c) @Sendable (Handle, OnInvalidFrame) -> Void
        let callbacksSetOnDataChunkRecv: @convention(c) @Sendable (Handle, OnData) -> Void
        let callbacksSetOnStreamClose: @convention(c) @Sendable (Handle, OnClose) -> Void
        let callbacksSetOnBeginHeaders: @convention(c) @Sendable (Handle, OnFrame) -> Void
        let callbacksSetOnHeader: @convention(c) @Sendable (Handle, OnField) -> Void
        let callbacksSetOnInvalidHeader: @convention(c) @Sendable (Handle, OnField) -> Void
        let optionNew: @convention(c) @Sendable (UnsafeMutablePointer<Handle?>) -> Int32
        let optionDel: @convention(c) @Sendable (Handle) -> Void
        let optionSetNoAutoWindowUpdate: @convention(c) @Sendable (Handle, Int32) -> Void
        let optionSetMaxSendHeaderBlockLength: @convention(c) @Sendable (Handle, Int) -> Void
        /// `nil` before 1.39.2.
        let optionSetMaxOutboundAck: (@convention(c) @Sendable (Handle, Int) -> Void)?
        /// `nil` before 1.61, apart from versions with the fix for CVE-2024-28182.
        let optionSetMaxContinuations: (@convention(c) @Sendable (Handle, Int) -> Void)?

        // Sessions.
        let sessionClientNew2:
            @convention(c) @Sendable (
                UnsafeMutablePointer<Handle?>, Handle, UnsafeMutableRawPointer?, Handle?
            ) -> Int32
        let sessionDel: @convention(c) @Sendable (Handle) -> Void
        let sessionSetUserData: @convention(c) @Sendable (Handle, UnsafeMutableRawPointer?) -> Void
        let sessionMemRecv: @convention(c) @Sendable (Handle, UnsafePointer<UInt8>, Int) -> Int
        let sessionMemSend: @convention(c) @Sendable (Handle, UnsafeMutablePointer<UnsafePointer<UInt8>?>) -> Int
        let sessionWantRead: @convention(c) @Sendable (Handle) -> Int32
        let sessionWantWrite: @convention(c) @Sendable (Handle) -> Int32
        let sessionGetRemoteSettings: @convention(c) @Sendable (Handle, Int32) -> UInt32
        let sessionCheckRequestAllowed: @convention(c) @Sendable (Handle) -> Int32
        let sessionSetLocalWindowSize: @convention(c) @Sendable (Handle, UInt8, Int32, Int32) -> Int32
        let sessionConsumeConnection: @convention(c) @Sendable (Handle, Int) -> Int32
        let sessionResumeData: @convention(c) @Sendable (Handle, Int32) -> Int32
        let submitSettings: @convention(c) @Sendable (Handle, UInt8, UnsafeRawPointer, Int) -> Int32
        let submitRequest:
            @convention(c) @Sendable (
                Handle, UnsafeRawPointer?, UnsafeRawPointer?, Int, UnsafeRawPointer?, UnsafeMutableRawPointer?
            ) -> Int32
        let submitRstStream: @convention(c) @Sendable (Handle, UInt8, Int32, UInt32) -> Int32
        let submitWindowUpdate: @convention(c) @Sendable (Handle, UInt8, Int32, Int32) -> Int32
        let submitGoaway: @convention(c) @Sendable (Handle, UInt8, Int32, UInt32, UnsafePointer<UInt8>?, Int) -> Int32

        private init(_ symbols: Symbols) throws(MissingFunction) {
            let version: @convention(c) @Sendable (Int32) -> UnsafeRawPointer? = try symbols.function("version")
            // The first member is the age of the structure, which the version follows.
            versionNumber = Int(version(0)?.load(fromByteOffset: 4, as: Int32.self) ?? 0)
            strerror = try symbols.function("strerror")
            callbacksNew = try symbols.function("session_callbacks_new")
            callbacksDel = try symbols.function("session_callbacks_del")
            callbacksSetOnBeginFrame = try symbols.function("session_callbacks_set_on_begin_frame_callback")
            callbacksSetOnFrameRecv = try symbols.function("session_callbacks_set_on_frame_recv_callback")
            callbacksSetOnFrameSend = try symbols.function("session_callbacks_set_on_frame_send_callback")
            callbacksSetOnFrameNotSend = try symbols.function("session_callbacks_set_on_frame_not_send_callback")
            callbacksSetOnInvalidFrameRecv = try symbols.function(
                "session_callbacks_set_on_invalid_frame_recv_callback"
            )
            callbacksSetOnDataChunkRecv = try symbols.function("session_callbacks_set_on_data_chunk_recv_callback")
            callbacksSetOnStreamClose = try symbols.function("session_callbacks_set_on_stream_close_callback")
            callbacksSetOnBeginHeaders = try symbols.function("session_callbacks_set_on_begin_headers_callback")
            callbacksSetOnHeader = try symbols.function("session_callbacks_set_on_header_callback")
            callbacksSetOnInvalidHeader = try symbols.function("session_callbacks_set_on_invalid_header_callback")
            optionNew = try symbols.function("option_new")
            optionDel = try symbols.function("option_del")
            optionSetNoAutoWindowUpdate = try symbols.function("option_set_no_auto_window_update")
            optionSetMaxSendHeaderBlockLength = try symbols.function("option_set_max_send_header_block_length")
            optionSetMaxOutboundAck = symbols.functionIfPresent("option_set_max_outbound_ack")
            optionSetMaxContinuations = symbols.functionIfPresent("option_set_max_continuations")
            sessionClientNew2 = try symbols.function("session_client_new2")
            sessionDel = try symbols.function("session_del")
            sessionSetUserData = try symbols.function("session_set_user_data")
            sessionMemRecv = try symbols.function("session_mem_recv")
            sessionMemSend = try symbols.function("session_mem_send")
            sessionWantRead = try symbols.function("session_want_read")
            sessionWantWrite = try symbols.function("session_want_write")
            sessionGetRemoteSettings = try symbols.function("session_get_remote_settings")
            sessionCheckRequestAllowed = try symbols.function("session_check_request_allowed")
            sessionSetLocalWindowSize = try symbols.function("session_set_local_window_size")
            sessionConsumeConnection = try symbols.function("session_consume_connection")
            sessionResumeData = try symbols.function("session_resume_data")
            submitSettings = try symbols.function("submit_settings")
            submitRequest = try symbols.function("submit_request")
            submitRstStream = try symbols.function("submit_rst_stream")
            submitWindowUpdate = try symbols.function("submit_window_update")
            submitGoaway = try symbols.function("submit_goaway")
        }
    }

    extension NGHTTP2 {
        /// The oldest version that has what a client needs: 1.33.0.
        private static let oldestVersionNumber = 0x01_21_00

        /// The library, or `nil` if there is none that can be used. Once found, it is kept.
        static var loaded: NGHTTP2? {
            kept.withLock { kept in
                if kept == nil, let symbols = Symbols(), let library = try? NGHTTP2(symbols),
                    library.versionNumber >= oldestVersionNumber
                {
                    kept = library
                }
                return kept
            }
        }

        private static let kept = Locked<NGHTTP2?>(nil)

        /// Says on standard error that HTTP/2 is not offered, once per process, if there is no library.
        static func noticeAbsence() {
            if loaded == nil { absenceNotice }
        }

        private static let absenceNotice: Void = {
            printError("ReactiveNetworking uses HTTP/1.1 alone: libnghttp2.so.14 (1.33 or newer) cannot be loaded")
        }()

        /// Returns the library's text for the number of an error.
        func text(of error: Int) -> String {
            strerror(Int32(clamping: error)).map { String(cString: $0) } ?? "error \(error)"
        }
    }

    /// A function that the library lacks.
    private struct MissingFunction: Error {
        let name: String
    }

    /// The functions of the library.
    ///
    /// SAFETY: the library is never closed, so that the functions stay valid. The caller names the type of a function,
    /// which is a C function pointer, of the size of a pointer.
    private struct Symbols {
        private let library: UnsafeMutableRawPointer

        init?() {
            guard let library = dlopen("libnghttp2.so.14", RTLD_NOW | RTLD_LOCAL) else { return nil }
            self.library = library
        }

        func function<Function>(_ name: String) throws(MissingFunction) -> Function {
            guard let function: Function = functionIfPresent(name) else { throw MissingFunction(name: name) }
            return function
        }

        func functionIfPresent<Function>(_ name: String) -> Function? {
            dlsym(library, "nghttp2_\(name)").map { unsafeBitCast($0, to: Function.self) }
        }
    }
#endif
