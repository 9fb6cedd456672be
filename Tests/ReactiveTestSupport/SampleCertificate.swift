import Foundation

/// A certificate for `ape.test` with an elliptic-curve key, made with OpenSSL, and its digests, also by OpenSSL.
package enum SampleCertificate {
    package static let base64 = """
        MIIBfDCCASOgAwIBAgIUV+PV0F50KVK6kONdp6m9zXTjcUcwCgYIKoZIzj0EAwIwEzERMA8GA1UEAwwIYXBlLnRlc3QwIBcNMjYxMTIxMTM0NTE0
        WhgPMjEyNjEwMjgxMzQ1MTRaMBMxETAPBgNVBAMMCGFwZS50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEBdRDgKu7K+rPtEUa5PZGzeDW
        5QxG/lGHHICfSilQkJQ5jpGX+3C11DRIUj7nXbeQxGPm4Fcs5icQa7GlkD2RqKNTMFEwHQYDVR0OBBYEFL7JZiCPU1bvWAdtoXNnw9zGBCvAMB8G
        A1UdIwQYMBaAFL7JZiCPU1bvWAdtoXNnw9zGBCvAMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgIqIipugMqvjL+Pry2S4DzIaP
        E2liga97vnmvELc460ACIEaJc2S42KhOVCYJCEeUZD4n1hLo5XPuxbLK14JRPT28
        """
    package static let pem = "-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n"
    package static let keyInBase64 =
        "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEBdRDgKu7K+rPtEUa5PZGzeDW5QxG/lGHHICfSilQkJQ5jpGX+3C11DRIUj7nXbeQxGPm4Fcs5icQa7Gl"
        + "kD2RqA=="
    package static let keyDigest = "SAHbWvx4dui70iNbYngoeacvzW3rHZwNW2O3QO0Qdes="
    package static let digest = "LgN8C/QkHYlKcul8I2pWbAqwRORs3brvP8QjBQAzYIk="

    package static var der: Data { Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data() }
}
