import Foundation
import FoundationNetworking

// https://developer.apple.com/documentation/foundation/urlsessionconfiguration/background(withidentifier:)
// This module is not their home, but the one that tells systems with background sessions apart.

extension URLSessionConfiguration {
    /// Returns a configuration of ordinary sessions: a stub has no service that outlives the process.
    public static func background(withIdentifier identifier: String) -> URLSessionConfiguration { .ephemeral }

    public var sessionSendsLaunchEvents: Bool {
        get { false }
        set {}
    }
}
