import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Logs that a configuration turns on and off for a whole network.
@Suite struct ConfigurationLogTests {
    private final class Lines: Sendable {
        private let lines = Locked<[String]>([])
        var sink: Log.Sink { Log.Sink { [lines] line in lines.withLock { $0.append(line) } } }
        var all: [String] { lines.value.map { $0.replacing(#/^#\d+ /#, with: "") } }
    }

    @Test func aConfigurationCanLogAllOperationsOfANetwork() {  // F-28, F-50
        let lines = Lines()
        let logging = Log.Settings(.info, showing: .bodies, to: lines.sink)
        let world = EnvironmentNetwork(.json(todoJSON), configuration: Network.Configuration(logging: logging))
        for _ in 0..<2 { world.network.send(Route(.get, "/todos/1")).start() }
        let once = [
            "+0.0 seconds GET http://api.test/todos/1", "+0.0 seconds 200 OK", #"< {"id":1,"title":"Ape"}"#,
            "+0.0 seconds succeeded",
        ]
        #expect(lines.all == once + once)
    }

    @Test func aLaterLayerOverridesTheLogging() {  // F-28, F-50
        let lines = Lines()
        let logging = Log.Settings(.verbose, to: lines.sink)
        let world = EnvironmentNetwork(.status(.ok), configuration: Network.Configuration(logging: logging))
        let silent = Network.Configuration(logging: Log.Settings(.none))
        world.network.send(Route(.get, "/quiet", configuration: silent)).start()
        #expect(lines.all == [])
        let terse = Network.Configuration(logging: Log.Settings(.info, to: lines.sink))
        world.network.send(Route(.get, "/terse", configuration: terse)).start()
        #expect(lines.all.count == 3)
    }

    @Test func theLogOfTheNetworkIsIndependentOfTheConfiguredOne() {  // F-50
        let own = Lines()
        let common = Lines()
        let configuration = Network.Configuration(logging: Log.Settings(.error, to: own.sink))
        let world = EnvironmentNetwork(.status(.notFound), configuration: configuration)
        world.network.log(to: common.sink, level: .info)
        world.network.send(Route(.get, "/a")).start()
        #expect(own.all.count == 2)
        #expect(common.all.count == 4)
        #expect(Set(common.all).isSuperset(of: own.all))
    }
}
