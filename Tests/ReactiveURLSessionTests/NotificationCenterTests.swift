import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

struct NotificationCenterTests {
    private let center = NotificationCenter()
    private let wanted = Notification.Name("wanted")

    @Test func onlyMatchingNotificationsAreSent() {
        let sender = NSObject()
        let numbers = center.reactive.notifications(forName: wanted, object: sender) { $0.userInfo?["n"] as? Int }
        let events = numbers.record()
        center.post(name: wanted, object: sender, userInfo: ["n": 1])
        center.post(name: wanted, object: NSObject(), userInfo: ["n": 2])
        center.post(name: Notification.Name("other"), object: sender, userInfo: ["n": 3])
        center.post(name: wanted, object: sender)
        #expect(events.all == [.value(at: .zero, 1), .value(at: .zero, nil)])
    }

    @Test func byDefaultTheNamesOfAllNotificationsAreSent() {
        let events = center.reactive.notifications().record()
        center.post(name: wanted, object: nil)
        center.post(name: Notification.Name("other"), object: nil)
        #expect(events.values == [wanted, Notification.Name("other")])
    }

    @Test func theCenterReleasesDisposedObservations() {  // R8
        final class Held: Sendable {}
        weak var held: Held?
        do {
            let object = Held()
            held = object
            let handle = center.reactive
                .notifications(forName: wanted) { _ in _ = object }
                .observeValues {}
            handle?.dispose()
        }
        #expect(held == nil)
    }
}
