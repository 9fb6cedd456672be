import ReactiveMedia
import ReactiveTesting
import Testing

private struct Row: Sendable, Hashable {
    var id: Int
    var text = ""
}

@Suite struct ListDifferenceTests {
    private typealias Pair = ListDifference<Row>.Pair

    private func difference(_ old: [Int], _ new: [Int]) -> ListDifference<Row> {
        ListDifference(from: old.map { Row(id: $0) }, to: new.map { Row(id: $0) }, by: \.id)
    }

    /// Applies the steps as a list view does, with the new items for the inserted ones.
    private func apply<Element>(_ difference: ListDifference<Element>, to old: [Element]) -> [Element] {
        let gone = Set(difference.removals + difference.moves.map(\.before))
        var resting = old.indices.filter { !gone.contains($0) }.map { old[$0] }
        let arrivals =
            difference.insertions.map { ($0, difference.items[$0]) }
            + difference.moves.map { ($0.after, old[$0.before]) }
        for (position, element) in arrivals.sorted(by: { $0.0 < $1.0 }) { resting.insert(element, at: position) }
        for update in difference.updates { resting[update.after] = difference.items[update.after] }
        return resting
    }

    @Test func theStepsAreAsFewAsPossible() {  // U4
        let steps = difference([1, 2, 3, 4], [4, 1, 3, 5])
        #expect(steps.removals == [1])
        #expect(steps.insertions == [3])
        #expect(steps.moves == [Pair(before: 3, after: 0)])
        #expect(steps.updates.isEmpty)
        #expect(difference([1, 2], [1, 2]).isEmpty)
    }

    @Test func aChangedElementIsUpdatedWhereItRests() {  // U4
        let steps = ListDifference(from: [Row(id: 1), Row(id: 2)], to: [Row(id: 2, text: "new")], by: \.id)
        #expect(steps.removals == [0])
        #expect(steps.updates == [Pair(before: 1, after: 0)])
        #expect(steps.moves.isEmpty && steps.insertions.isEmpty)
    }

    @Test func aChangedElementThatMovesIsRemovedAndInserted() {  // U4
        let old = [1, 2, 3].map { Row(id: $0) }
        let steps = ListDifference(from: old, to: [Row(id: 3, text: "new"), old[0], old[1]], by: \.id)
        #expect(steps.removals == [2])
        #expect(steps.insertions == [0])
        #expect(steps.moves.isEmpty && steps.updates.isEmpty)
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func theStepsLeadToTheNewList(seed: UInt64) {  // U4
        var random = SeededRandom(state: seed)
        for _ in 0..<500 {
            // Few identities: many elements have the same one.
            let lists = (0..<2).map { _ in
                (0..<Int.random(in: 0...12, using: &random)).map { _ in
                    Row(id: .random(in: 0...9, using: &random), text: "\(Int.random(in: 0...2, using: &random))")
                }
            }
            let steps = ListDifference(from: lists[0], to: lists[1], by: \.id)
            #expect(apply(steps, to: lists[0]) == lists[1])
            #expect(steps.removals == steps.removals.sorted())
            let origins = steps.removals + steps.moves.map(\.before) + steps.updates.map(\.before)
            let targets = steps.insertions + steps.moves.map(\.after) + steps.updates.map(\.after)
            #expect(Set(origins).count == origins.count && Set(targets).count == targets.count)
        }
    }

    @Test func aLongListIsComparedInNLogNSteps() {  // U4
        let old = Array(0..<50_000)
        let steps = difference(old, old.reversed())
        #expect(steps.moves.count == 49_999)
        #expect(steps.items.count == 50_000)
    }

    @Test func aPropertySendsTheStepsOfEachChange() {  // U4
        let rows = MutableProperty([Row(id: 1)])
        let events = rows.differences(by: \.id).record()
        rows.value = [Row(id: 2), Row(id: 1)]
        #expect(
            events.values == [
                ListDifference(from: [], to: [Row(id: 1)], by: \.id),
                ListDifference(from: [Row(id: 1)], to: [Row(id: 2), Row(id: 1)], by: \.id),
            ]
        )
    }

    @Test func aSignalSendsTheStepsFromTheEmptyList() {  // U4
        let (signal, observer) = Signal<[Row], Never>.pipe()
        let events = signal.differences(by: \.id).record()
        observer.send(value: [Row(id: 1)])
        #expect(events.values.map(\.insertions) == [[0]])
    }
}
