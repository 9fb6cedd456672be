#if os(Linux)
    import ReactiveCore
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// Lookups by a resolver of the user (AD16).
    @Suite struct ResolverLookupsTests {
        private struct Broken: Error {}

        /// A resolver that answers when it is told to, and notes what it is asked.
        private final class Scripted: Sendable {
            private struct State: Sendable {
                var asked: [String] = []
                var waiting: [CheckedContinuation<[String], any Error>] = []
                var canceledCount = 0
            }

            private let state = Locked(State())

            var asked: [String] { state.withLock { $0.asked } }
            var waitingCount: Int { state.withLock { $0.waiting.count } }
            var canceledCount: Int { state.withLock { $0.canceledCount } }

            var resolver: NameResolver {
                NameResolver { [state] name in
                    try await withTaskCancellationHandler {
                        try await withCheckedThrowingContinuation { continuation in
                            state.withLock { state in
                                state.asked.append(name)
                                state.waiting.append(continuation)
                            }
                        }
                    } onCancel: {
                        state.withLock { $0.canceledCount += 1 }
                    }
                }
            }

            func answer(_ result: Result<[String], any Error>) async {
                _ = await eventually { waitingCount > 0 }
                state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }?.resume(with: result)
            }
        }

        private func answer(
            _ host: String,
            _ families: AddressFamilies = .any,
            from lookups: ResolverLookups
        ) async -> String {
            await withCheckedContinuation { continuation in
                _ = lookups.addresses(of: host, families) { continuation.resume(returning: Self.text($0)) }
            }
        }

        private static func text(_ answer: Result<[SocketAddress], LookupFailure>) -> String {
            switch answer {
            case .success(let addresses): addresses.map(\.text).joined(separator: " ")
            case .failure(let failure): "\(failure.kind): \(failure.text)"
            }
        }

        @Test func theAnswersKeepTheirOrder() async {
            let lookups = ResolverLookups(
                NameResolver { _ in ["192.0.2.2", "2001:db8::1", "[2001:db8::2]", "192.0.2.1"] }
            )
            let all = await answer("a.test", from: lookups)
            #expect(all == "192.0.2.2 2001:db8::1 2001:db8::2 192.0.2.1")
            #expect(await answer("a.test", .ipv4, from: lookups) == "192.0.2.2 192.0.2.1")
            #expect(await answer("a.test", .ipv6, from: lookups) == "2001:db8::1 2001:db8::2")
        }

        @Test func anUnusableAnswerNamesItsReason() async {
            for (resolver, text) in [
                (NameResolver { _ in [] }, "the resolver has no address for the name"),
                (
                    NameResolver { _ in ["192.0.2.1", "a.test"] },
                    "the resolver has answered with something else than an address"
                ),
                (NameResolver { _ in throw Broken() }, "the resolver has failed with Broken"),
                (.system.overriding(["a.test": []]), "the resolver has no address for the name"),
            ] {
                let answer = await answer("a.test", from: ResolverLookups(resolver))
                #expect(answer == "cannotResolveHost: \(text)")
            }
            let lookups = ResolverLookups(NameResolver { _ in ["192.0.2.1"] })
            #expect(await answer("a.test", .ipv6, from: lookups) == "cannotResolveHost: the name has no usable address")
        }

        @Test func anAddressIsItsOwnAnswer() async {  // EN8
            let resolver = NameResolver { _ in throw Broken() }.overriding(["192.0.2.7": ["192.0.2.1"]])
            #expect(await answer("192.0.2.7", from: ResolverLookups(resolver)) == "192.0.2.7")
            #expect(await answer("a:b", from: ResolverLookups(resolver)).hasPrefix("cannotResolveHost"))
        }

        @Test func aNameIsOverriddenWhateverItsCaseAndWithADotAtTheEnd() async {
            let resolver = NameResolver { _ in ["192.0.2.9"] }.overriding([
                "A.Test.": ["192.0.2.1"], "b.test": ["192.0.2.2"],
            ])
            let lookups = ResolverLookups(resolver.overriding(["B.test": ["192.0.2.3"]]))
            for (name, address) in [
                ("a.test", "192.0.2.1"), ("A.TEST.", "192.0.2.1"), ("b.test", "192.0.2.3"), ("c.test", "192.0.2.9"),
                ("x.a.test", "192.0.2.9"),
            ] {
                #expect(await answer(name, from: lookups) == address)
            }
        }

        @Test func theSystemAnswersWhatIsNotOverridden() async {
            let lookups = ResolverLookups(.system.overriding(["a.test": ["192.0.2.1"]]))
            #expect(await answer("localhost", .ipv4, from: lookups) == "127.0.0.1")
        }

        @Test func equalQuestionsAreAskedOnceAndAnswersAreKeptForAMinute() async {  // EN8
            let scripted = Scripted()
            let now = Locked(ContinuousClock.now)
            let lookups = ResolverLookups(scripted.resolver) { now.withLock { $0 } }
            async let first = answer("a.test", from: lookups)
            async let second = answer("A.test", from: lookups)
            _ = await eventually { lookups.waitingCount == 2 }
            await scripted.answer(.success(["192.0.2.1"]))
            #expect(await [first, second] == ["192.0.2.1", "192.0.2.1"])
            now.withLock { $0 += .seconds(59) }
            #expect(await answer("a.test", from: lookups) == "192.0.2.1")
            #expect(scripted.asked == ["a.test"])
            now.withLock { $0 += .seconds(2) }
            async let third = answer("a.test", from: lookups)
            await scripted.answer(.success(["192.0.2.2"]))
            #expect(await third == "192.0.2.2")
        }

        @Test func failuresAreNotKept() async {  // EN8
            let scripted = Scripted()
            let lookups = ResolverLookups(scripted.resolver)
            async let first = answer("a.test", from: lookups)
            await scripted.answer(.failure(Broken()))
            #expect(await first == "cannotResolveHost: the resolver has failed with Broken")
            async let second = answer("a.test", from: lookups)
            await scripted.answer(.success(["192.0.2.1"]))
            #expect(await second == "192.0.2.1")
        }

        @Test func theTaskIsCanceledWhenNobodyWaits() async {
            let scripted = Scripted()
            let lookups = ResolverLookups(scripted.resolver)
            let heard = Locked<[String]>([])
            let tickets = (1...2).map { number in
                lookups.addresses(of: "a.test", .any) { answer in heard.withLock { $0.append(Self.text(answer)) } }
            }
            _ = await eventually { scripted.waitingCount == 1 }
            tickets[0]?.cancel()
            #expect(lookups.waitingCount == 1)
            #expect(scripted.canceledCount == 0)
            tickets[1]?.cancel()
            #expect(lookups.waitingCount == 0)
            #expect(await eventually { scripted.canceledCount == 1 })
            // The next one asks again, and is not answered by the one that was canceled.
            async let next = answer("a.test", from: lookups)
            _ = await eventually { scripted.waitingCount == 2 }
            await scripted.answer(.failure(CancellationError()))
            await scripted.answer(.success(["192.0.2.2"]))
            #expect(await next == "192.0.2.2")
            #expect(heard.withLock { $0 } == [])
        }
    }
#endif
