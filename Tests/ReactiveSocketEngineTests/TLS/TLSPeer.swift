#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// The server's side of a TLS connection inside the process of the tests. Nothing happens on its own: a test
    /// decides which side acts next.
    final class TLSPeer {
        let socket: Int32
        private let client: Int32
        private let library: OpenSSL
        private let handle: OpenSSL.Handle
        private let wire: UnsafeMutablePointer<SocketBIO.Wire>
        private var isOpen = true

        fileprivate init(
            _ library: OpenSSL,
            _ context: OpenSSL.Handle,
            over socket: Int32,
            to client: Int32
        ) throws {
            self.library = library
            self.socket = socket
            self.client = client
            wire = .allocate(capacity: 1)
            wire.initialize(to: SocketBIO.Wire(descriptor: socket, defersSendErrors: false))
            let wire = wire
            let made = library.inside { () -> OpenSSL.Handle? in
                guard let handle = library.sslNew(context), let bio = SocketBIO.make(library, wire) else { return nil }
                library.sslSetBio(handle, bio, bio)
                return handle
            }
            handle = try #require(made ?? nil)
        }

        deinit {
            _ = library.inside { library.sslFree(handle) }
            wire.deallocate()
            if isOpen { Foundation.close(socket) }
        }

        /// Continues the handshake.
        func shakeHands() {
            _ = library.inside {
                TLSTestServer.functions.accept(handle)
            }
        }

        func write(_ text: String) {
            let bytes = Array(text.utf8)
            let count = library.inside { library.sslWrite(handle, bytes, Int32(bytes.count)) }
            #expect(count == Int32(bytes.count))
        }

        /// Returns what has arrived.
        func read() -> String {
            var text: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while let count = library.inside({ library.sslRead(handle, &buffer, Int32(buffer.count)) }), count > 0 {
                text += buffer[..<Int(count)]
            }
            return String(decoding: text, as: UTF8.self)
        }

        /// Sends a TLS 1.3 KeyUpdate, and demands one in return.
        func updateKeys() {
            let demanded: Int32 = 1
            let result = library.inside {
                TLSTestServer.functions.updateKeys(handle, demanded) * library.sslDoHandshake(handle)
            }
            #expect(result == 1)
        }

        /// Sends an alert that is not encrypted, as during a handshake, and returns the number of bytes.
        func sendPlainAlert() -> Int {
            let fatalHandshakeFailure: [UInt8] = [21, 3, 3, 0, 2, 2, 40]
            return send(socket, fatalHandshakeFailure, fatalHandshakeFailure.count, Int32(MSG_NOSIGNAL))
        }

        /// Sends close_notify.
        func sayGoodbye() {
            _ = library.inside { library.sslShutdown(handle) }
        }

        /// Returns whether the client has sent close_notify after what was read.
        var hasGoodbye: Bool {
            var byte: UInt8 = 0
            return library.inside {
                library.sslGetError(handle, library.sslRead(handle, &byte, 1)) == OpenSSL.Outcome.zeroReturn
            } ?? false
        }

        /// A Boolean value that indicates whether the session was resumed.
        var isResumed: Bool { library.inside { library.sslSessionReused(handle) == 1 } ?? false }

        /// Closes the socket, without close_notify. If bytes have not been read, that is a reset.
        func close() {
            if isOpen { hangUp(socket, on: client) }
            isOpen = false
        }
    }

    /// The settings of a TLS server inside the process of the tests.
    final class TLSTestServer {
        /// The functions of OpenSSL that only servers need.
        fileprivate struct Functions: Sendable {
            let method: @convention(c) @Sendable () -> OpenSSL.Handle?
            let accept: @convention(c) @Sendable (OpenSSL.Handle) -> Int32
            let useChain: @convention(c) @Sendable (OpenSSL.Handle, UnsafePointer<CChar>) -> Int32
            let useKey: @convention(c) @Sendable (OpenSSL.Handle, UnsafePointer<CChar>, Int32) -> Int32
            let setCiphers: @convention(c) @Sendable (OpenSSL.Handle, UnsafePointer<CChar>) -> Int32
            let trust: @convention(c) @Sendable (OpenSSL.Handle, UnsafePointer<CChar>, UnsafePointer<CChar>?) -> Int32
            let setVerify: @convention(c) @Sendable (OpenSSL.Handle, Int32, UnsafeRawPointer?) -> Void
            let setSessionContext: @convention(c) @Sendable (OpenSSL.Handle, UnsafePointer<UInt8>, UInt32) -> Int32
            let setProtocolChoice:
                @convention(c) @Sendable (OpenSSL.Handle, ProtocolChoice?, UnsafeMutableRawPointer?) -> Void
            let setNameNotice: @convention(c) @Sendable (OpenSSL.Handle, Int32, NameNotice?) -> Int
            let name: @convention(c) @Sendable (OpenSSL.Handle, Int32) -> UnsafePointer<CChar>?
            let updateKeys: @convention(c) @Sendable (OpenSSL.Handle, Int32) -> Int32

            init() {
                let libraries = ["3", "4", "1.1"].compactMap { dlopen("libssl.so.\($0)", RTLD_NOW) }
                func function<Function>(_ name: String) -> Function {
                    unsafeBitCast(dlsym(libraries[0], name), to: Function.self)
                }
                method = function("TLS_server_method")
                accept = function("SSL_accept")
                useChain = function("SSL_CTX_use_certificate_chain_file")
                useKey = function("SSL_CTX_use_PrivateKey_file")
                setCiphers = function("SSL_CTX_set_cipher_list")
                trust = function("SSL_CTX_load_verify_locations")
                setVerify = function("SSL_CTX_set_verify")
                setSessionContext = function("SSL_CTX_set_session_id_context")
                setProtocolChoice = function("SSL_CTX_set_alpn_select_cb")
                setNameNotice = function("SSL_CTX_callback_ctrl")
                name = function("SSL_get_servername")
                updateKeys = function("SSL_key_update")
            }
        }

        fileprivate typealias ProtocolChoice =
            @convention(c) @Sendable (
                OpenSSL.Handle?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt8>?,
                UnsafePointer<UInt8>?, UInt32, UnsafeMutableRawPointer?
            ) -> Int32
        fileprivate typealias NameNotice =
            @convention(c) @Sendable (OpenSSL.Handle?, UnsafeMutablePointer<Int32>?, UnsafeMutableRawPointer?) -> Int32
        fileprivate static let functions = Functions()

        struct Version: Hashable, CustomStringConvertible {
            let number: Int
            static let tls11 = Version(number: 0x0302)
            static let tls12 = Version(number: OpenSSL.Version.tls12)
            static let tls13 = Version(number: OpenSSL.Version.tls13)
            var description: String { "TLS 1.\(number - 0x0301)" }
        }

        private let library: OpenSSL
        private let context: OpenSSL.Handle

        init(
            _ identity: Certificates.Identity,
            _ version: Version = .tls13,
            clientsOf authority: String? = nil,
            choosesFirstProtocol: Bool = false,
            ciphers: String? = nil
        ) throws {
            let functions = Self.functions
            let library = try OpenSSL.loaded.get()
            self.library = library
            let made = library.inside { () -> OpenSSL.Handle? in
                guard let context = functions.method().flatMap({ library.sslCtxNew($0) }) else { return nil }
                let maximumVersion: Int32 = 124
                _ = library.sslCtxCtrl(context, OpenSSL.Command.setMinimumVersion, version.number, nil)
                _ = library.sslCtxCtrl(context, maximumVersion, version.number, nil)
                guard functions.useChain(context, identity.certificate) == 1,
                    functions.useKey(context, identity.key, 1) == 1,
                    functions.setSessionContext(context, [1], 1) == 1
                else { return nil }
                if let ciphers { _ = functions.setCiphers(context, ciphers) }
                if let authority {
                    _ = functions.trust(context, authority, nil)
                    let peerMustHaveCertificate: Int32 = 3
                    functions.setVerify(context, peerMustHaveCertificate, nil)
                }
                if choosesFirstProtocol { functions.setProtocolChoice(context, Self.chooseFirst, nil) }
                let setNotice: Int32 = 53
                _ = functions.setNameNotice(context, setNotice, Self.note)
                return context
            }
            context = try #require(made ?? nil)
        }

        deinit {
            _ = library.inside { library.sslCtxFree(context) }
        }

        private static let chooseFirst: ProtocolChoice = { _, chosen, count, offered, _, _ in
            guard let chosen, let count, let offered else { return 3 }
            chosen.pointee = offered + 1
            count.pointee = offered.pointee
            return 0
        }

        /// The names that clients have announced.
        static let announcedNames = Locked<[String?]>([])

        private static let note: NameNotice = { handle, _, _ in
            let name = handle.flatMap { functions.name($0, 0) }.map { String(cString: $0) }
            announcedNames.withLock { $0.append(name) }
            return 0
        }

        /// Returns both ends of a new connection.
        func connect() throws -> (socket: Int32, peer: TLSPeer) {
            let (near, far) = try socketPair()
            return (near, try TLSPeer(library, context, over: far, to: near))
        }
    }

    /// Returns the ends of a connection without TLS. No call on them blocks.
    func socketPair() throws -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
        return (ends[0], ends[1])
    }

    /// Closes one end of a connection, and waits until the other one knows: a process that another test is just
    /// starting may hold a copy of the end for a moment.
    func hangUp(_ end: Int32, on other: Int32) {
        close(end)
        var entry = pollfd(fd: other, events: 0, revents: 0)
        #expect(poll(&entry, 1, 600_000) == 1)
    }
#endif
