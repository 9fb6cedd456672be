import Testing

@testable import ReactiveCore

struct DequeTests {
    @Test func elementsComeOutInOrder() {
        var deque = Deque<Int>()
        for number in 0..<1_000 { deque.append(number) }
        #expect((0..<1_000).map { _ in deque.popFirst() } == Array(0..<1_000))
        #expect(deque.popFirst() == nil)
    }

    @Test func aDequeAgreesWithAnArrayUnderRandomOperations() {
        var generator = SeededGenerator(seed: 7)
        var (deque, array) = (Deque<Int>(), [Int]())
        for number in 0..<20_000 {
            if Bool.random(using: &generator) || Bool.random(using: &generator) {
                deque.append(number)
                array.append(number)
            }
            if Bool.random(using: &generator) {
                #expect(deque.popFirst() == (array.isEmpty ? nil : array.removeFirst()))
            }
            #expect(deque.count == array.count)
            #expect(deque.first == array.first)
        }
        #expect(deque.elements == array)
        deque.removeAll()
        #expect(deque.isEmpty)
    }
}
