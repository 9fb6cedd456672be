import ReactiveCore

struct Article: Sendable, Equatable {
    let title: String
    let words: Int
}

func longTitles(of articles: SignalProducer<Article, Never>) -> SignalProducer<String, Never> {
    articles
        .filter { $0.words > 100 }
        .skipRepeats()
        .map { $0.titel }  // typo
        .filter { $0.count > 3 }
        .take(first: 10)
        .map { $0 + "!" }
        .skip(first: 1)
        .collect()
        .map { $0.joined() }
}
