import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// One vocabulary: a reply reads the same for a mock, a stub, and a server.
@Suite struct ReplyVocabularyTests {
    private struct Todo: Codable, Sendable, Hashable {
        var id: Int
    }

    private struct Broken: Encodable {
        func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(0, EncodingError.Context(codingPath: [], debugDescription: "broken"))
        }
    }

    /// A reply in the three places.
    struct Script: Sendable {
        var mock: Mock
        var stub: StubTransport.Reply
        var server: LoopbackServer.Reply
    }

    private func responses(_ script: Script) async throws -> [Result<Network.DataResponse<Data>, any Error>] {
        let server = try LoopbackServer()
        defer { server.stop() }
        server.on("/x", script.server)
        var results: [Result<Network.DataResponse<Data>, any Error>] = []
        for transport: (any Transport)? in [
            MockingTransport([.on(nil, "*", script.mock)]), StubTransport(script.stub), nil,
        ] {
            let network = transport.map { Network(transport: $0) } ?? Network()
            let call = network.send(Route(.get, server.url("/x")), decoding: .data, maxRetries: 0)
            do { results.append(.success(try await call.value())) } catch { results.append(.failure(error)) }
        }
        return results
    }

    @Test func aStatusHasNoBody() async throws {
        let script = Script(
            mock: .status(.noContent).header("X", "1"),
            stub: .status(.noContent).header("X", "1"),
            server: .status(.noContent).header("X", "1")
        )
        for response in try await responses(script) {
            let response = try response.get()
            #expect(response.statusCode == .noContent)
            #expect(response.responseHeaders["X"] == "1")
            #expect(response.rawData.isEmpty)
        }
    }

    @Test(arguments: [
        Script(
            mock: .json(Todo(id: 1), status: .created),
            stub: .json(Todo(id: 1), status: .created),
            server: .json(Todo(id: 1), status: .created)
        ),
        Script(
            mock: .json(["id": 1], status: .created),
            stub: .json(["id": 1], status: .created),
            server: .json(["id": 1], status: .created)
        ),
        Script(
            mock: .json(#"{"id":1}"#, status: .created),
            stub: .json(#"{"id":1}"#, status: .created),
            server: .json(#"{"id":1}"#, status: .created)
        ),
    ])
    func jsonIsAValueLooseValuesOrAText(script: Script) async throws {
        for response in try await responses(script) {
            let response = try response.get()
            #expect(response.statusCode == .created)
            #expect(response.responseHeaders["Content-Type"]?.hasPrefix("application/json") == true)
            #expect(String(decoding: response.rawData, as: UTF8.self) == #"{"id":1}"#)
        }
    }

    @Test func looseValuesMayDiffer() async throws {
        let script = Script(
            mock: .json(["a": 1, "b": "x"]),
            stub: .json(["a": 1, "b": "x"]),
            server: .json(["a": 1, "b": "x"])
        )
        for response in try await responses(script) {
            #expect(String(decoding: try response.get().rawData, as: UTF8.self) == #"{"a":1,"b":"x"}"#)
        }
    }

    @Test func aFailureIsTheOneOfTheClient() async throws {
        let script = Script(
            mock: .failure(.connectionLost),
            stub: .failure(.connectionLost),
            server: .failure(.connectionLost)
        )
        for response in try await responses(script) { #expect(kind(response) == .connectionLost) }
        let broken = Script(
            mock: .failure(.truncatedResponse),
            stub: .failure(.truncatedResponse),
            server: .failure(.truncatedResponse)
        )
        for response in try await responses(broken) { #expect(kind(response) == .truncatedResponse) }
        let server = Script(mock: .status(.ok), stub: .status(.ok), server: .failure(.invalidResponse))
        #expect(kind(try #require(try await responses(server).last)) == .invalidResponse)
    }

    @Test func aServerThatNeverRepliesLetsTheTimePass() async throws {
        let server = try LoopbackServer()
        defer { server.stop() }
        server.on("/x", .failure(.timedOut))
        let call = Network().send(Route(.get, server.url("/x")), abortAfter: .milliseconds(100))
        do {
            _ = try await call.value()
            Issue.record("a response")
        } catch {
            guard case .timedOut = error as? Network.OperationError else { throw error }
        }
    }

    @Test func whatCannotBeEncodedIsTold() async throws {
        let script = Script(mock: .json(Broken()), stub: .json(Broken()), server: .json(Broken()))
        let results = try await responses(script)
        for result in results.prefix(2) {
            guard case .failure(let error as Network.OperationError) = result else {
                Issue.record("\(result)")
                continue
            }
            #expect("\(error)".contains("Int cannot be encoded as JSON"))
        }
        guard case .failure(Network.OperationError.unexpectedResponseCode(let status, let data)) = results[2] else {
            Issue.record("\(results[2])")
            return
        }
        #expect(status == .internalServerError)
        #expect(String(decoding: data ?? Data(), as: UTF8.self).contains("Int cannot be encoded as JSON"))
    }

    private func kind(_ result: Result<Network.DataResponse<Data>, any Error>) -> TransportError.Kind? {
        guard case .failure(let error as Network.OperationError) = result else { return nil }
        return error.cause(as: TransportError.self)?.kind
    }
}
