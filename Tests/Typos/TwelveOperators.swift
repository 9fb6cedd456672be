import ReactiveCore

func summary(of words: SignalProducer<String, Never>) -> SignalProducer<String, Never> {
    words
        .skipRepeats()
        .filter { $0.count > 3 }
        .take(first: 10)
        .skip(first: 1)
        .on(value: { print($0) })
        .map { $0.uppercase() }  // typo
        .uniqueValues()
        .combinePrevious("")
        .map { $0.0 }
        .collect()
        .map { $0.joined() }
        .take(last: 1)
}
