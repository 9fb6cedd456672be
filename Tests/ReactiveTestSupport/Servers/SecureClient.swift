#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTesting

    /// A network for tests of TLS: it retries twice without delay and counts attempts.
    package struct SecureClient {
        package let network: Network
        package let transport: any Transport
        private let log = Locked<[Network.Event]>([])

        /// Creates a client that trusts the authority of the tests unless configured otherwise.
        package init(_ wire: Wire, _ change: (inout SocketTransport.Configuration) throws -> Void = { _ in }) throws {
            let transport = try wire.transport { settings in
                settings.tls.trust = .file(try Certificates.alreadyMade().authority.certificate)
                try change(&settings)
            }
            self.init(over: transport)
        }

        package init(over transport: any Transport) {
            self.transport = transport
            var policy = RetryPolicy.standard
            policy.backoff = .constant(.zero)
            network = Network(
                configuration: Network.Configuration(retryPolicy: policy),
                transport: transport,
                scheduler: ImmediateScheduler()
            )
            network.events.observeValues { [log] event in log.withLock { $0.append(event) } }
        }

        /// The number of attempts so far.
        package var attemptCount: Int {
            log.withLock { $0.count { if case .attemptBegan = $0.kind { true } else { false } } }
        }

        /// The duration of the last operation by its own clock: the threads of the tests may be busy.
        package var elapsed: Duration? { log.withLock { $0.last?.time } }

        package func text(of request: Request, abortAfter: Duration = .patience) async throws -> String {
            let parse = { @Sendable (data: Data) in String(decoding: data, as: UTF8.self) }
            return try await network.send(request, decoding: .custom(parse), abortAfter: abortAfter, maxRetries: 2)
                .value()
                .parsedData
        }

        package func text(_ url: String) async throws -> String { try await text(of: .get(url)) }

        /// Returns the failure of the request, or `nil` if it succeeds.
        package func failure(of request: Request, abortAfter: Duration = .patience) async -> OperationError? {
            do throws(OperationError) {
                _ = try await network.send(request, abortAfter: abortAfter, maxRetries: 2).firstValue()
                return nil
            } catch {
                return error
            }
        }

        package func transportError(_ url: String) async -> TransportError? {
            await failure(of: .get(url))?.cause(as: TransportError.self)
        }
    }
#endif
