#if os(Linux)
    import Foundation
    import ReactiveCore
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct ParkingSpotTests {
        @Test func aThreadThatWasWokenBeforeDoesNotSleep() {
            let spot = ParkingSpot()
            spot.wake()
            spot.sleep()
            spot.wake()
            #expect(spot.sleep(atMost: .seconds(1_000)))
        }

        @Test func aWakeUpEndsOneSleepOnly() {
            let spot = ParkingSpot()
            spot.wake()
            spot.sleep()
            #expect(!spot.sleep(atMost: .zero))
            spot.wake()
            #expect(spot.sleep(atMost: .zero))
            #expect(!spot.sleep(atMost: .zero))
        }

        @Test func aSleepWithALimitDoesNotEndEarly() {  // EN7
            let begin = ContinuousClock.now
            #expect(!ParkingSpot().sleep(atMost: .milliseconds(20)))
            #expect(ContinuousClock.now - begin >= .milliseconds(20))
        }

        @Test func aSleepingThreadIsWokenByAnotherThread() async {
            let spot = ParkingSpot()
            let woken = Locked(0)
            let number = LookupThread.start {
                spot.sleep()
                woken.withLock { $0 += 1 }
                if spot.sleep(atMost: .seconds(1_000)) { woken.withLock { $0 += 1 } }
            }
            #expect(number == 0)
            spot.wake()
            #expect(await eventually { woken.value == 1 })
            spot.wake()
            #expect(await eventually { woken.value == 2 })
        }
    }
#endif
