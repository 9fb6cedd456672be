// swift-tools-version: 6.2
import PackageDescription

// A separate package: comparisons need dependencies, and the library has none.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "ReactiveNetworking", path: "../.."),
        .package(url: "https://github.com/OpenCombine/OpenCombine.git", from: "0.14.0"),
        .package(url: "https://github.com/apple/swift-async-algorithms.git", from: "1.1.4"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        // For the trust of AsyncHTTPClient, which depends on it.
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.0"),
    ],
    targets: [
        .executableTarget(name: "Limit"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                .product(name: "ReactiveCore", package: "ReactiveNetworking"),
                .product(name: "ReactiveNetworking", package: "ReactiveNetworking"),
                .product(name: "ReactiveCache", package: "ReactiveNetworking"),
                .product(name: "ReactiveTesting", package: "ReactiveNetworking"),
                .product(name: "ReactiveURLSession", package: "ReactiveNetworking"),
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "OpenCombineDispatch", package: "OpenCombine"),
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
