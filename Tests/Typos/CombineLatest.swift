import ReactiveCore

struct Form: Sendable {
    let name: String
    let password: String
}

func canSubmit(
    _ forms: SignalProducer<Form, Never>,
    _ isOnline: SignalProducer<Bool, Never>
) -> SignalProducer<Bool, Never> {
    SignalProducer
        .combineLatest(
            forms.map { $0.name }.skipRepeats(),
            forms.map { $0.pasword.count > 7 },  // typo
            isOnline
        )
        .map { name, isLongEnough, isOnline in name.count > 3 && isLongEnough && isOnline }
        .skipRepeats()
}
