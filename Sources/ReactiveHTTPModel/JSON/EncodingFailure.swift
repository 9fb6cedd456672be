/// The place and the reason of an encoder's failure.
package struct EncodingFailure {
    package let path: String
    package let reason: String
    package let cause: RequestError.Cause

    package init(_ error: any Error, as format: String = "JSON") {
        cause = RequestError.Cause(error)
        guard case EncodingError.invalidValue(let value, let context) = error else {
            path = ""
            reason = "encoding failed (\(type(of: error)))"
            return
        }
        let steps = context.codingPath.map { key in
            key.intValue.map(JSONPath.Step.index) ?? .key(key.stringValue)
        }
        path = JSONPath(steps: steps).description
        reason = "\(type(of: value)) cannot be encoded as \(format)"
    }
}
