import Logging
import ReactiveNetworking

/// Logs the operations of a network to swift-log, as the article "Cookbook" does.
func log(_ network: Network) {
    let logger = Logger(label: "network")
    network.log(to: Log.Sink { line in logger.info("\(line)") }, level: .info)
}
