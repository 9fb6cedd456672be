#if os(Linux)
    import CCurl
    import Foundation

    extension TLSPolicy {
        /// Configures a transfer to `host`, except for its pins.
        func set(on easy: EasyHandle, for host: String) throws(TransportError) {
            try easy.set(.verifiesPeer, verifies(host) ? 1 : 0)
            try easy.set(.verifiesHost, 2)
            try easy.set(.sslVersion, minimumVersion.rawValue)
            try setTrust(on: easy)
            if let certificate = clientCertificate {
                try easy.set(.certificate, certificate.certificatePath)
                try easy.set(.key, certificate.keyPath)
                if let password = certificate.password { try easy.set(.keyPassword, password) }
            }
        }

        /// Names the hosts that are not verified on standard error.
        func warn() {
            guard !unverifiedHosts.isEmpty else { return }
            let hosts = Redaction.printable(unverifiedHosts.sorted().joined(separator: ", "))
            let warning = "ReactiveNetworking: WARNING: TLS certificates are not verified for \(hosts)\n"
            try? FileHandle.standardError.write(contentsOf: Data(warning.utf8))
        }

        private func setTrust(on easy: EasyHandle) throws(TransportError) {
            switch trust {
            case .system:
                break
            case .file(let path):
                try easy.set(.caFile, path)
                try easy.clear(.caDirectory)
            case .systemAndFile(let path):
                // libcurl also searches its default directory of certificates. If it has none, both sources are
                // combined in memory.
                if ccurl_default_ca_directory() != nil {
                    try easy.set(.caFile, path)
                } else {
                    try easy.set(.caBlob, Self.systemCertificates(and: path))
                }
            }
        }

        private static func systemCertificates(and path: String) throws(TransportError) -> Data {
            do {
                let system = try ccurl_default_ca_file().map { file in
                    try Data(contentsOf: URL(fileURLWithPath: String(cString: file)))
                }
                return try (system ?? Data()) + Data("\n".utf8) + Data(contentsOf: URL(fileURLWithPath: path))
            } catch {
                let detail = "the trusted certificates cannot be read: \(error)"
                throw TransportError(.unsupported, phase: .preparing, detail: detail)
            }
        }
    }
#endif
