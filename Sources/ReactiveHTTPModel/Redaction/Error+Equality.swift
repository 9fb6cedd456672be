extension Error {
    package func isEqual(to other: any Error) -> Bool {
        if let equatable = (self as Any) as? any Equatable { return equatable.isEqual(toAny: other) }
        return type(of: self) == type(of: other) && textWithoutRequest == other.textWithoutRequest
    }
}

extension Equatable {
    fileprivate func isEqual(toAny other: Any) -> Bool {
        (other as? Self).map { $0 == self } ?? false
    }
}
