#if os(Linux)
    import ReactiveHTTPModel

    /// The socket below a connection of OpenSSL: a BIO that never blocks and never raises SIGPIPE (EN25).
    ///
    /// OpenSSL's own BIO of a socket writes with `write(2)`, which raises the signal.
    ///
    /// SAFETY: the BIO refers to a ``Wire`` that the owner of the connection allocates before it and frees after it.
    /// OpenSSL calls the functions of the BIO only during calls with the connection, of which its owner makes one at a
    /// time.
    enum SocketBIO {
        /// The state of the socket.
        struct Wire {
            let descriptor: Int32
            /// The stream that carries the bytes in place of the socket. The owner of the connection retains it.
            var below: Unmanaged<TLSStream>?
            /// The error of the last `recv`, or 0.
            var receiveError: Int32 = 0
            /// The error of the first `send` that failed, or 0.
            var sendError: Int32 = 0
            /// A Boolean value that indicates whether the other side has ended its direction.
            var hasEnded = false
            /// A Boolean value that indicates whether the last `recv` took all that had arrived.
            var isDrained = false
            /// A Boolean value that indicates whether the handshake is under way: a failed `send` is noted only,
            /// because the peer may have explained in an alert, which has yet to be read, why it takes nothing more
            /// (EN28).
            var defersSendErrors = true
        }

        /// Returns a new BIO over a socket, or `nil` if there is no memory for it. Called inside OpenSSL.
        static func make(_ library: OpenSSL, _ wire: UnsafeMutablePointer<Wire>) -> OpenSSL.Handle? {
            guard let functions = Functions.shared, let bio = library.bioNew(functions.method) else { return nil }
            library.bioSetData(bio, wire)
            library.bioSetInit(bio, 1)
            return bio
        }

        /// The method of the BIO, and the functions that it uses.
        ///
        /// SAFETY: the method is not changed after it was made, and is never freed.
        private struct Functions: Sendable {
            nonisolated(unsafe) let method: OpenSSL.Handle
            let data: @convention(c) @Sendable (OpenSSL.Handle) -> UnsafeMutableRawPointer?
            let setFlags: @convention(c) @Sendable (OpenSSL.Handle, Int32) -> Void
            let clearFlags: @convention(c) @Sendable (OpenSSL.Handle, Int32) -> Void

            /// The functions, made by the first connection, which is inside OpenSSL.
            static let shared: Functions? = {
                guard let library = try? OpenSSL.loaded.get() else { return nil }
                let sourceAndSink: Int32 = 0x400
                let type = library.bioGetNewIndex() | sourceAndSink
                guard let method = library.bioMethNew(type, "socket"),
                    library.bioMethSetRead(method, receive) == 1,
                    library.bioMethSetWrite(method, transmit) == 1,
                    library.bioMethSetCtrl(method, answer) == 1
                else { return nil }
                return Functions(
                    method: method,
                    data: library.bioGetData,
                    setFlags: library.bioSetFlags,
                    clearFlags: library.bioClearFlags
                )
            }()

            func wire(of bio: OpenSSL.Handle) -> UnsafeMutablePointer<Wire>? {
                data(bio)?.assumingMemoryBound(to: Wire.self)
            }
        }

        private static let receive: OpenSSL.Receive = { bio, buffer, count in
            guard let bio, let buffer, count > 0, let functions = Functions.shared,
                let wire = functions.wire(of: bio)
            else { return -1 }
            functions.clearFlags(bio, OpenSSL.Retry.all)
            var received: Int
            repeat {
                received =
                    wire.pointee.below.map { $0.takeUnretainedValue().receive(buffer, Int(count)) }
                    ?? recv(wire.pointee.descriptor, buffer, Int(count), Int32(MSG_DONTWAIT))
            } while received < 0 && errno == EINTR
            wire.pointee.isDrained = received < Int(count)
            if received > 0 { return Int32(received) }
            if received == 0 {
                wire.pointee.hasEnded = true
                return 0
            }
            if errno == EAGAIN || errno == EWOULDBLOCK {
                functions.setFlags(bio, OpenSSL.Retry.read | OpenSSL.Retry.later)
            } else {
                wire.pointee.receiveError = errno
            }
            return -1
        }

        private static let transmit: OpenSSL.Send = { bio, buffer, count in
            guard let bio, let buffer, count > 0, let functions = Functions.shared,
                let wire = functions.wire(of: bio)
            else { return -1 }
            functions.clearFlags(bio, OpenSSL.Retry.all)
            let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
            var sent: Int
            repeat {
                sent =
                    wire.pointee.below.map { $0.takeUnretainedValue().transmit(buffer, Int(count)) }
                    ?? send(wire.pointee.descriptor, buffer, Int(count), flags)
            } while sent < 0 && errno == EINTR
            if sent >= 0 { return Int32(sent) }
            if errno == EAGAIN || errno == EWOULDBLOCK {
                functions.setFlags(bio, OpenSSL.Retry.write | OpenSSL.Retry.later)
                return -1
            }
            if wire.pointee.sendError == 0 { wire.pointee.sendError = errno }
            return wire.pointee.defersSendErrors ? count : -1
        }

        private static let answer: OpenSSL.Control = { _, command, _, _ in
            // Nothing is buffered here. "Is it the end?" is never affirmed, so that OpenSSL 3 reports an end as older
            // versions do, and sends no alert about it: the wire has noted it.
            let flush: Int32 = 11
            return command == flush ? 1 : 0
        }
    }
#endif
