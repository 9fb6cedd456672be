import ReactiveCore

struct Article: Sendable {
    let id: Int
    let title: String
}

func article(_ id: Int) -> SignalProducer<Article, any Error> { .empty }

func titles(of numbers: SignalProducer<Int, any Error>) -> SignalProducer<String, Never> {
    numbers
        .skipRepeats()
        .filter { $0 > 3 }
        .flatMap(.latest) { article($0) }
        .map { $0.title }
        .filter { $0.count > 3 }
        .map { $0.lowercase() }  // typo
        .skipRepeats()
        .take(first: 3)
        .flatMapError { _ in .empty }
}
