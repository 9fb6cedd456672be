import Foundation
import ReactiveNetworking
import ReactiveTesting

/// Decoding and encoding, beside Foundation alone.
let codingRows = [
    Row(
        "80 kB of JSON decoded by send",
        "requests",
        count,
        ours: { total in
            let network = stubbed()
            for _ in 0..<count {
                total.add(try await network.send(request, as: [Item].self).value().parsedData.count)
            }
        },
        beside: (
            "JSONDecoder and send",
            { total in
                let network = stubbed()
                for _ in 0..<count {
                    _ = try await network.send(request).value()
                    total.add(try JSONDecoder().decode([Item].self, from: data).count)
                }
            }
        )
    ),
    Row(
        "a query of 1,000 pairs",
        "queries",
        count,
        ours: { total in
            let parameters = Parameters(Dictionary(uniqueKeysWithValues: pairs.map { ($0.name, $0.value as Any?) }))
            for _ in 0..<count { total.add(try parameters.query(Parameters.Style()).isEmpty ? 0 : 1) }
        },
        beside: (
            "URLComponents",
            { total in
                let items = pairs.map { URLQueryItem(name: $0.name, value: $0.value) }
                for _ in 0..<count {
                    var components = URLComponents()
                    components.queryItems = items
                    total.add(components.percentEncodedQuery?.isEmpty ?? true ? 0 : 1)
                }
            }
        )
    ),
]

private struct Item: Codable, Sendable {
    var id: Int
    var title: String
    var isDone: Bool
    var weights: [Double]
}

private let count = 20
private let request = RequestBuilder(.get, "http://stub.test/").build()
private let pairs = (0..<1_000).map { (name: "name \($0)", value: "value & \($0)") }
private let data: Data = {
    let items = (0..<1_000).map { index in
        Item(
            id: index,
            title: "The item number \(index), opaque",
            isDone: index % 3 == 0,
            weights: [0.5, Double(index)]
        )
    }
    return (try? JSONEncoder().encode(items)) ?? Data()
}()

private func stubbed() -> Network {
    Network(transport: StubTransport(.status(.ok, body: data)), scheduler: ImmediateScheduler())
}
