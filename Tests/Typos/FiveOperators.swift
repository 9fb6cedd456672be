import ReactiveCore

func headlines(of articles: SignalProducer<[String], Never>) -> SignalProducer<Int, Never> {
    articles
        .map { $0.count }
        .filter { $0 > 3 }
        .skipRepeats()
        .uniqueValues { $0.hashValu }  // typo
        .take(first: 4)
}
