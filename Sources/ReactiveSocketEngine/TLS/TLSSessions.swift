#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel

    /// The sessions of a context that can be resumed (EN27).
    ///
    /// All functions are called inside OpenSSL.
    ///
    /// SAFETY: OpenSSL counts the references to a session, of which each ticket of the table is one. It changes a
    /// session of TLS 1.2 that several connections resume only in single fields that it reads again.
    final class TLSSessions: Sendable {
        typealias Origin = TicketTable<Session>.Origin

        /// A counted reference to a session.
        struct Session: Sendable {
            nonisolated(unsafe) let handle: OpenSSL.Handle
        }

        private let library: OpenSSL
        private let table = Locked(TicketTable<Session>())

        init(_ library: OpenSSL) {
            self.library = library
        }

        /// Keeps a session, and the caller's reference to it.
        func add(_ session: OpenSSL.Handle, for origin: Origin) {
            let isReusable = library.sslSessionGetProtocolVersion(session) < OpenSSL.Version.tls13
            let added = Session(handle: session)
            free(table.withLock { $0.add(added, isReusable: isReusable, for: origin) })
        }

        /// Lets a connection resume a session of its origin, if there is one. Returns whether there was.
        func resume(_ connection: OpenSSL.Handle, for origin: Origin) -> Bool {
            let taken = table.withLock { [library] table -> Session? in
                guard let (session, isReusable) = table.take(for: origin) else { return nil }
                if isReusable { _ = library.sslSessionUpRef(session.handle) }
                return session
            }
            guard let taken else { return false }
            defer { free([taken]) }
            return library.sslSetSession(connection, taken.handle) == 1
        }

        /// Forgets the sessions of an origin.
        func remove(origin: Origin) {
            free(table.withLock { $0.remove(origin: origin) })
        }

        /// Forgets all sessions.
        func removeAll() {
            free(table.withLock { $0.removeAll() })
        }

        private func free(_ sessions: [Session]) {
            for session in sessions { library.sslSessionFree(session.handle) }
        }
    }
#endif
