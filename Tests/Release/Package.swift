// swift-tools-version: 6.2
import PackageDescription

// Tests of what a user sees, against the release build that users run. They stand in the tests of the library; here
// are links to them, a folder for each article. An executable runs them, because `swift test` builds the library with
// other flags than a user does. The tests themselves are not optimized.
let package = Package(
    name: "Release",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "ReactiveNetworking", path: "../..")],
    targets: [
        .executableTarget(
            name: "Release",
            dependencies: [
                "ReactiveCore", "ReactiveDiagnostics", "ReactiveMedia", "ReactiveNetworking", "ReactiveOffline",
                "ReactiveTesting",
            ].map { .product(name: $0, package: "ReactiveNetworking") },
            swiftSettings: [.unsafeFlags(["-Onone"])]
        )
    ],
    swiftLanguageModes: [.v6]
)
