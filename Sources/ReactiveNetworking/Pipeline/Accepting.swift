import Foundation

extension SignalProducer where Value == RawResponse, Failure == AttemptFailure {
    /// Lets through the responses whose status is one of `codes`; any other is a failure with the response's body (N4, N5).
    func accepting(_ codes: AcceptedCodes) -> SignalProducer {
        attempt { response -> Result<(), AttemptFailure> in
            let status = response.head.status
            guard !codes.contains(status) else { return .success(()) }
            return .failure(
                AttemptFailure(
                    error: .unexpectedResponseCode(
                        httpCode: status,
                        data: response.data.isEmpty ? nil : response.data
                    ),
                    response: response.head
                )
            )
        }
    }
}
