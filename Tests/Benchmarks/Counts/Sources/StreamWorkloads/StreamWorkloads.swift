import Dispatch
import Foundation
import ReactiveNetworking
import ReactiveStreams
import ReactiveTesting
import Synchronization

/// The workloads of streams, in memory and on this thread. Each returns a number that depends on its work.
public enum StreamWorkloads {
    /// A small server-sent event of 60 bytes, of a response in memory.
    public static func events(_ count: Int) -> Int {
        let total = Total()
        let event = Data("event: add\ndata: {\"number\":12345,\"text\":\"hello\"}\nid: 12345\n\n".utf8)
        let piece = Data((0..<1_000).flatMap { _ in event })
        let pieces = Array(repeating: piece, count: count / 1_000)
        let stub = StubTransport(.chunks(pieces, headers: ["Content-Type": "text/event-stream"]))
        let network = Network(transport: stub, parsingScheduler: ImmediateScheduler())
        let options = EventSourceOptions(idleTimeout: nil, reconnection: .never)
        network.eventSource(Request(.get, "http://stub.test/"), options: options, scheduler: ImmediateScheduler())
            .startWithResult { result in
                guard case .success(let event) = result else { return }
                total.add(event.data.utf8.count)
            }
        return total.value
    }

    /// A message that goes out over a WebSocket in memory, and one that comes in.
    public static func socket(_ count: Int) -> Int {
        let total = Total()
        let server = ScriptedSocket(manner: .silent)
        let network = Network(transport: StubTransport(.webSocket(server)), scheduler: ImmediateScheduler())
        let frame = [0x81, 100] + [UInt8](repeating: UInt8(ascii: "a"), count: 100)
        let message = WebSocket.Message.text(String(repeating: "a", count: 100))
        network.webSocket(RequestBuilder(.get, "ws://stub.test/").build()).startWithResult { result in
            guard case .success(let socket) = result else { return }
            socket.messages.startWithResult { _ in total.add(1) }
            for _ in 0..<count {
                socket.send(message).start()
                server.send(bytes: frame)
            }
        }
        return total.value
    }

    /// A message to a server that echoes it, for `Tests/Benchmarks/Echo/run`: `ECHO_URL` and `ECHO_IN_FLIGHT` name the
    /// server and the number of messages under way. Prints the microseconds that a message takes, and those of
    /// processor time, without the opening.
    public static func echo(_ count: Int) -> Int {
        let environment = ProcessInfo.processInfo.environment
        guard let url = environment["ECHO_URL"] else { fatalError("ECHO_URL is missing") }
        let inFlight = environment["ECHO_IN_FLIGHT"].flatMap(Int.init) ?? 1
        guard let transport = try? SocketTransport() else { fatalError("no transport can be created") }
        let network = Network(transport: transport, scheduler: ImmediateScheduler())
        let message = WebSocket.Message.text(String(repeating: "a", count: 100))
        let received = Total()
        let hasEnded = DispatchSemaphore(value: 0)
        let times = Mutex((begun: 0.0, used: 0.0))
        network.webSocket(Request(.get, url)).startWithResult { result in
            guard case .success(let socket) = result else { fatalError("the socket has failed: \(result)") }
            socket.messages.startWithResult { _ in
                received.add(1)
                let number = received.value
                if number + inFlight <= count { socket.send(message).start() }
                if number == count { hasEnded.signal() }
            }
            times.withLock { $0 = (seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID)) }
            for _ in 0..<min(inFlight, count) { socket.send(message).start() }
        }
        hasEnded.wait()
        let (begun, used) = times.withLock { $0 }
        let (elapsed, work) = (seconds(CLOCK_MONOTONIC) - begun, seconds(CLOCK_PROCESS_CPUTIME_ID) - used)
        print(String(format: "%.2f %.2f", elapsed / Double(count) * 1e6, work / Double(count) * 1e6))
        return received.value
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

private final class Total: Sendable {
    private let sum = Atomic(0)

    var value: Int { sum.load(ordering: .relaxed) }

    func add(_ value: Int) { sum.wrappingAdd(value, ordering: .relaxed) }
}
