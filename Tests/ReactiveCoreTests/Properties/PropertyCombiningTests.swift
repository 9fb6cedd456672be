import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct PropertyCombiningTests {
    @Test func combineLatestHoldsTheLatestValues() {
        let number = MutableProperty(1)
        let text = MutableProperty("a")
        let flag = Property(value: true)
        let property = Property.combineLatest(number, text, flag)
        let events = property.map { "\($0)\($1)\($2)" }.producer.record()
        number.value = 2
        text.value = "b"
        #expect(property.value == (2, "b", true))
        #expect(events.values == ["1atrue", "2atrue", "2btrue"])
        #expect(number.combineLatest(with: text).value == (2, "b"))
        #expect(Property.combineLatest(number, text).value == (2, "b"))
    }

    @Test func tuplesOfManyPropertiesAreDestructuredInTheSameExpression() {  // R44
        let (one, name) = (MutableProperty(1), MutableProperty("a"))
        let sum = Property.combineLatest(one, one, name, one).map { $0.0 + $0.3 }
        let text = Property.zip(one, name, one, name, name).map { "\($0)\($1)\($2)\($3)\($4)" }
        let third = Property.combineLatest(one, one, name).map { $0.2 }
        #expect(sum.value == 2 && text.value == "1a1aa" && third.value == "a")
        name.value = "b"
        one.value = 2
        #expect(sum.value == 4 && text.value == "2b2bb" && third.value == "b")
    }

    @Test func zipHoldsTheValuesPairedByPosition() {
        let number = MutableProperty(1)
        let text = MutableProperty("a")
        let property = Property.zip(number, text)
        let events = property.map { "\($0)\($1)" }.producer.record()
        number.value = 2
        number.value = 3
        text.value = "b"
        #expect(property.value == (2, "b"))
        #expect(events.values == ["1a", "2b"])
        let three = Property.zip(number, text, number)
        #expect(three.value == (3, "b", 3))
    }

    @Test func theValueAndTheProducerOfACombinationAgree() {  // R33: no glitch
        let a = MutableProperty(1)
        let b = MutableProperty(10)
        let sum = Property.combineLatest(a, b).map { $0 + $1 }
        let pair = Property.zip(a, b).map { $0 + $1 }
        let seen = Log<[Int]>()
        sum.producer.startWithValues { seen.add([$0, sum.value, sum.producer.first()?.get() ?? 0]) }
        pair.producer.startWithValues { seen.add([$0, pair.value, pair.producer.first()?.get() ?? 0]) }
        a.value = 2
        b.value = 20
        #expect(seen.all == [[11, 11, 11], [11, 11, 11], [12, 12, 12], [22, 22, 22], [22, 22, 22]])
    }

    @Test func aCombinationCompletesWithAllItsSourcesAndRetainsNone() {  // R33
        var a: MutableProperty<Int>? = MutableProperty(1)
        var b: MutableProperty<Int>? = MutableProperty(2)
        weak let first = a
        let property = a!.combineLatest(with: b!).map { [$0, $1] }
        let events = property.producer.record()
        a = nil
        #expect(first == nil)
        #expect(events.all == [.value(at: .zero, [1, 2])])
        b!.value = 3
        b = nil
        #expect(events.all == [.value(at: .zero, [1, 2]), .value(at: .zero, [1, 3]), .completed(at: .zero)])
    }

    @Test func sequencesAreCombinedInOrder() {
        let properties = (1...3).map { MutableProperty($0) }
        let latest = Property.combineLatest(properties)
        let zipped = Property.zip(properties)
        properties[1].value = 20
        #expect(latest?.value == [1, 20, 3])
        #expect(zipped?.value == [1, 2, 3])
        properties[0].value = 10
        properties[2].value = 30
        #expect(zipped?.value == [10, 20, 30])
    }

    @Test func combiningNothingGivesNilOrTheSentinel() {
        let none: [Property<Int>] = []
        #expect(Property.combineLatest(none) == nil)
        #expect(Property.zip(none) == nil)
        let latest = Property.combineLatest(none, emptySentinel: [7])
        #expect(latest.producer.record().all == [.value(at: .zero, [7]), .completed(at: .zero)])
        #expect(Property.zip(none, emptySentinel: [7]).value == [7])
    }

    @Test func booleanPropertiesCanBeCombined() {
        let a = MutableProperty(true)
        let b = MutableProperty(false)
        let no: [Property<Bool>] = []
        #expect(a.negate().value == false)
        #expect(a.and(b).value == false)
        #expect(a.or(b).value)
        let all = Property.all(a, b, Property(value: true))
        let any = Property.any(a, b)
        #expect(!all.value)
        #expect(any.value)
        #expect(Property.all([a, b]).or(Property.any([a, b])).value)
        #expect(Property.all(no).value)
        #expect(!Property.any(no).value)
        b.value = true
        #expect(all.value)
        a.value = false
        b.value = false
        #expect(!any.value)
    }
}
