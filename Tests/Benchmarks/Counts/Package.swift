// swift-tools-version: 6.2
import PackageDescription

// A separate package that depends only on the library, so that counting builds nothing more.
let package = Package(
    name: "Counts",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "ReactiveNetworking", path: "../../..")],
    targets: [
        .executableTarget(
            name: "Counts",
            dependencies: [
                .product(name: "ReactiveCore", package: "ReactiveNetworking"),
                .product(name: "ReactiveNetworking", package: "ReactiveNetworking"),
                .product(name: "ReactiveCache", package: "ReactiveNetworking"),
                .product(name: "ReactiveTesting", package: "ReactiveNetworking"),
                "FileWorkloads", "JournalWorkloads", "StreamWorkloads",
            ]
        ),
        // Workloads in modules of their own do not change what the compiler specializes for the others.
        .target(
            name: "FileWorkloads",
            dependencies: [
                .product(name: "ReactiveNetworking", package: "ReactiveNetworking"),
                .product(name: "ReactiveCache", package: "ReactiveNetworking"),
                .product(name: "ReactiveTesting", package: "ReactiveNetworking"),
            ]
        ),
        .target(
            name: "JournalWorkloads",
            dependencies: [
                .product(name: "ReactiveNetworking", package: "ReactiveNetworking"),
                .product(name: "ReactiveOffline", package: "ReactiveNetworking"),
                .product(name: "ReactiveTesting", package: "ReactiveNetworking"),
            ]
        ),
        .target(
            name: "StreamWorkloads",
            dependencies: [
                .product(name: "ReactiveNetworking", package: "ReactiveNetworking"),
                .product(name: "ReactiveStreams", package: "ReactiveNetworking"),
                .product(name: "ReactiveTesting", package: "ReactiveNetworking"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
