import ReactiveCore

struct Article: Sendable {
    let id: Int
    let title: String
}

func article(_ id: Int) -> SignalProducer<Article, any Error> { .empty }

func titles(of numbers: SignalProducer<Int, any Error>) -> SignalProducer<String, any Error> {
    numbers
        .filter { $0 > 3 }
        .flatMap(.latest) { number in
            article(number)
                .map { $0.titel }  // typo
                .filter { $0.count > 3 }
        }
        .skipRepeats()
        .take(first: 3)
}
