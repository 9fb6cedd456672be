// swift-tools-version: 6.2
import PackageDescription

// A package of a customer who uses the library beside others. Names of targets are unique in a graph of packages: one
// name that another package has, too, and nothing resolves.
let package = Package(
    name: "Adoption",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "ReactiveNetworking", path: "../.."),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-system.git", from: "1.8.0"),
        .package(url: "https://github.com/grpc/grpc-swift-nio-transport.git", from: "2.9.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.0"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess.git", from: "1.0.0"),
    ],
    targets: [
        .target(
            name: "Neighbors",
            dependencies: [
                .product(name: "ReactiveNetworking", package: "ReactiveNetworking"),
                .product(name: "ReactiveCache", package: "ReactiveNetworking"),
                .product(name: "ReactiveOAuth", package: "ReactiveNetworking"),
                .product(name: "ReactiveReachability", package: "ReactiveNetworking"),
                .product(name: "ReactiveStreams", package: "ReactiveNetworking"),
                .product(name: "ReactiveDiagnostics", package: "ReactiveNetworking"),
                .product(name: "ReactiveMedia", package: "ReactiveNetworking"),
                .product(name: "ReactiveOffline", package: "ReactiveNetworking"),
                .product(name: "ReactiveTesting", package: "ReactiveNetworking"),
                .product(name: "ReactiveURLSession", package: "ReactiveNetworking"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "GRPCNIOTransportHTTP2", package: "grpc-swift-nio-transport"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "_NIOFileSystem", package: "swift-nio"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        // Depends on nothing: its build resolves and plans the whole graph, and compiles this target alone.
        .target(name: "Plan"),
    ],
    swiftLanguageModes: [.v6]
)
