#if os(Linux)
    import ReactiveHTTPModel

    extension SocketTransport {
        /// A policy for storing cookies and sending them back to the servers that set them (RFC 6265bis). A request
        /// with its own `Cookie` field, and its response, are unaffected.
        ///
        /// The list of public suffixes is that of the system's `libpsl.so.5`. Without it, the `Domain` of a cookie is
        /// ignored, and each cookie is sent to the host alone that has set it.
        public enum Cookies: Sendable, Hashable {
            /// Cookies are ordinary response headers.
            case none
            /// Cookies are kept for the lifetime of the transport.
            case inMemory
            /// Cookies are kept in a file at a path, in the Netscape format. The file is read when the transport is
            /// created and replaced in one step after responses that set cookies. Only the owner can read it.
            ///
            /// Files of other programs are read as curl does: flags in any case, ends with a fraction. Lines that are
            /// no cookies stay in the file.
            case file(String)
        }
    }
#endif
