// The names are those of C.
// swift-format-ignore-file

import Foundation
import FoundationNetworking

// https://developer.apple.com/documentation/security/sectrust

public final class SecTrust: Sendable {}

public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<(any Error)?>?) -> Bool { false }

public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> Any? { nil }

// https://developer.apple.com/documentation/security/seccertificate

public final class SecCertificate: Sendable {}

public func SecCertificateCopyData(_ certificate: SecCertificate) -> Data { Data() }

// https://developer.apple.com/documentation/foundation/urlprotectionspace/servertrust

extension URLProtectionSpace {
    public var serverTrust: SecTrust? { nil }
}

// https://developer.apple.com/documentation/foundation/nsurlauthenticationmethodservertrust

public let NSURLAuthenticationMethodServerTrust = "NSURLAuthenticationMethodServerTrust"
public let NSURLAuthenticationMethodClientCertificate = "NSURLAuthenticationMethodClientCertificate"
