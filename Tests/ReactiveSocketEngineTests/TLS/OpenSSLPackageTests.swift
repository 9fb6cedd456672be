import Testing

@testable import ReactiveSocketEngine

/// AD10.
struct OpenSSLPackageTests {
    @Test(arguments: [
        ("ID=debian\nVERSION_ID=\"12\"\n", "libssl3"), ("ID=debian\nVERSION_ID=\"13\"\n", "libssl3t64"),
        ("ID=ubuntu\nVERSION_ID=\"22.04\"\nID_LIKE=debian\n", "libssl3"),
        ("NAME=Ubuntu\nID=ubuntu\nID_LIKE=debian\nVERSION_ID=\"24.04\"\n", "libssl3t64"),
        ("ID=alpine\nVERSION_ID=3.20.1\n", "libssl3"), ("ID=fedora\r\nVERSION_ID=41\r\n", "openssl-libs"),
        ("ID=\"rhel\"\nVERSION_ID='9.4'\n", "openssl-libs"), ("ID=\"amzn\"\nVERSION_ID=\"2023\"\n", "openssl-libs"),
        ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", "openssl-libs"),
        ("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\nVERSION_ID=\"22\"\n", "libssl3"),
        ("ID=arch\n", "openssl"), ("", "openssl"), ("ID=\nID_LIKE\n=debian\n", "openssl"),
    ])
    func thePackageOfOpenSSLHasTheNameThatTheSystemGivesIt(system: String, package: String) {
        #expect(OpenSSLPackage.name(onSystem: system) == package)
    }
}
