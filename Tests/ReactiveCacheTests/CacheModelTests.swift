import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// A slow and obvious cache for one URL, to compare with.
private struct CacheModel {
    struct Entry {
        var foo: String?
        var body: String
        var tag: String?
        var received: Int
        var control: [String: Int]
    }

    enum Prediction: Equatable {
        case hit(String)
        /// Sent with this entity tag.
        case sent(tag: String?)
        case unavailable
    }

    var entries: [Entry] = []

    /// Returns the prediction for a GET, and the entry that it selects.
    func predict(foo: String?, control: [String: Int], at now: Int) -> (Prediction, Int?) {
        let isStoredOnly = control["only-if-cached"] != nil
        if control["no-store"] != nil { return (isStoredOnly ? .unavailable : .sent(tag: nil), nil) }
        guard let index = entries.firstIndex(where: { $0.foo == nil || $0.foo == .some(foo ?? "-") }) else {
            return (isStoredOnly ? .unavailable : .sent(tag: nil), nil)
        }
        let entry = entries[index]
        let age = now - entry.received
        let lifetime = entry.control["max-age"] ?? 0
        let isDemanded = control["no-cache"] != nil || entry.control["no-cache"] != nil
        var isYoungEnough = true
        if let maxAge = control["max-age"] { isYoungEnough = maxAge > 0 && age <= maxAge }
        var isUsable = false
        if lifetime > age {
            isUsable = isYoungEnough && lifetime - age >= control["min-fresh"] ?? 0
        } else if let maxStale = control["max-stale"], entry.control["must-revalidate"] == nil {
            isUsable = isYoungEnough && control["min-fresh"] == nil && age - lifetime <= maxStale
        }
        if isUsable, !isDemanded { return (.hit(entry.body), index) }
        return (isStoredOnly ? .unavailable : .sent(tag: entry.tag), index)
    }

    /// Notes a response to a GET.
    mutating func store(_ entry: Entry, foo: String?, isForbidden: Bool) {
        entries.removeAll { old in
            !isForbidden && (old.foo == nil || old.foo == .some(foo ?? "-") || entry.foo == old.foo)
        }
        if !isForbidden { entries.append(entry) }
    }
}

@Suite struct CacheModelTests {
    private struct Served: Sendable {
        let status: Int
        let body: String
        let tag: String?
        let control: [String: Int]
        let varies: Bool
    }

    private static func text(_ control: [String: Int]) -> String? {
        let members = control.sorted { $0.key < $1.key }.map { $1 < 0 ? $0 : "\($0)=\($1)" }
        return members.isEmpty ? nil : members.joined(separator: ", ")
    }

    private static func pick(_ random: inout SplitMix, _ choices: [(String, ClosedRange<Int>?)]) -> [String: Int] {
        var result: [String: Int] = [:]
        for (name, range) in choices where Int.random(in: 0..<3, using: &random) == 0 {
            result[name] = range.map { Int.random(in: $0, using: &random) } ?? -1
        }
        return result
    }

    @Test(arguments: (0..<200).map(UInt64.init), [false, true])
    func randomHistoriesAgreeWithTheModel(seed: UInt64, isWhole: Bool) {  // H8, H10, H17, H20, H21, H22, H23, H31
        var random = SplitMix(state: seed)
        let clock = TestScheduler()
        let server = Locked<(random: SplitMix, served: [Served], version: Int)>((SplitMix(state: ~seed), [], 0))
        let stub = StubTransport(clock: clock) { request, number in
            server.withLock { server in
                if request.method == .put {
                    server.version += 1
                    return .status(.noContent)
                }
                if Int.random(in: 0..<4, using: &server.random) == 0 { server.version += 1 }
                let hasTag = seed % 3 != 0
                let tag = hasTag ? "\"\(server.version)\(request.headers["Foo"] ?? "")\"" : nil
                let control = Self.pick(
                    &server.random,
                    [("max-age", 0...9), ("max-age", 0...9), ("no-cache", nil), ("must-revalidate", nil)]
                ).merging(Int.random(in: 0..<9, using: &server.random) == 0 ? ["no-store": -1] : [:]) { $1 }
                let isConfirmed = tag != nil && request.headers["If-None-Match"] == tag
                let varies = seed % 2 == 0
                server.served.append(
                    Served(
                        status: isConfirmed ? 304 : 200,
                        body: "\(number)",
                        tag: tag,
                        control: control,
                        varies: varies
                    )
                )
                var headers: HTTP.Headers = tag.map { ["ETag": $0] } ?? [:]
                headers["Cache-Control"] = Self.text(control)
                if varies { headers.add("Vary", "Foo") }
                return isConfirmed ? .status(.notModified, headers: headers) : .text("\(number)", headers: headers)
            }
        }
        let world = CacheWorld(stub, clock, isWhole: isWhole)
        var model = CacheModel()
        var now = 0
        for step in 0..<60 {
            now += Int.random(in: 0...3, using: &random)
            world.at(Double(now))
            if Int.random(in: 0..<12, using: &random) == 0 {
                world.send(.put)
                model.entries = []
                continue
            }
            let foo = [nil, "1", "2"].randomElement(using: &random) ?? nil
            let control = Self.pick(
                &random,
                [("max-age", 0...5), ("min-fresh", 0...5), ("max-stale", 0...5)]
            ).merging(
                [["no-cache": -1], ["no-store": -1], ["only-if-cached": -1], [:], [:], [:], [:], [:]]
                    .randomElement(using: &random) ?? [:]
            ) { $1 }
            let (prediction, index) = model.predict(foo: foo, control: control, at: now)
            var headers: HTTP.Headers = foo.map { ["Foo": $0] } ?? [:]
            if let text = Self.text(control) { headers.add("Cache-Control", text) }
            let before = world.count
            let answer = world.get(headers)
            let place = "seed \(seed), step \(step), \(headers), \(model.entries)"
            switch prediction {
            case .hit(let body):
                #expect(answer.summary == "hit 200 \(body)", "\(place)")
                #expect(world.count == before, "\(place)")
            case .unavailable:
                #expect(answer.status == 504, "\(place)")
                #expect(world.count == before, "\(place)")
            case .sent(let tag):
                guard world.count == before + 1, let served = server.withLock({ $0.served.last }) else {
                    Issue.record("Sent \(world.count - before) requests: \(place)")
                    return
                }
                #expect(world.conditions[0] == tag, "\(place)")
                let isForbidden = served.control["no-store"] != nil || control["no-store"] != nil
                if served.status == 304, let index {
                    #expect(answer.text == model.entries[index].body, "\(place)")
                    model.entries[index].received = now
                    if !served.control.isEmpty { model.entries[index].control = served.control }
                    if isForbidden { model.entries.remove(at: index) }
                } else {
                    #expect(answer.text == served.body, "\(place)")
                    if isForbidden, control["no-store"] == nil, let index { model.entries.remove(at: index) }
                    let entry = CacheModel.Entry(
                        foo: served.varies ? foo ?? "-" : nil,
                        body: served.body,
                        tag: served.tag,
                        received: now,
                        control: served.control
                    )
                    model.store(entry, foo: foo, isForbidden: isForbidden)
                }
            }
        }
        #expect(world.isQuiet)
    }
}
