import Dispatch
import Observation
import ReactiveMedia
import ReactiveTesting
import Testing

@Suite @MainActor struct ObservedTests {
    @Test func thePresentValueIsThereAtOnceAndFollowsTheProperty() {  // U1
        let property = MutableProperty(1)
        let observed = Observed(property)
        #expect(observed.value == 1)
        property.value = 2
        #expect(observed.value == 2)
    }

    @Test func everyChangeIsObservedOnceOnTheMainActor() {  // U1
        let property = MutableProperty(1)
        let observed = Observed(property.map { $0 * 10 })
        let count = Locked(0)
        for value in 2...4 {
            withObservationTracking {
                _ = observed.value
            } onChange: {
                #expect(isOnMainQueue)
                count.modify { $0 += 1 }
            }
            property.value = value
        }
        #expect(count.value == 3)
        #expect(observed.value == 40)
    }

    @Test func changesOfOtherThreadsArriveInOrder() async {  // U1
        let property = MutableProperty(0)
        let observed = Observed(property)
        DispatchQueue.global().async { for value in 1...1_000 { property.value = value } }
        var last = 0
        while observed.value < 1_000 {
            #expect(observed.value >= last)
            last = observed.value
            await withCheckedContinuation { continuation in
                let isResumed = Locked(false)
                withObservationTracking {
                    _ = observed.value
                } onChange: {
                    if !isResumed.swap(true) { continuation.resume() }
                }
            }
        }
        #expect(observed.value == 1_000)
    }

    @Test func theObjectIsNotKeptByItsProperty() {  // U1
        let property = MutableProperty(1)
        var observed: Observed<Int>? = Observed(property)
        weak let gone = observed
        _ = observed?.value
        observed = nil
        #expect(gone == nil)
        property.value = 2
    }
}
