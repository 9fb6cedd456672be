// swift-tools-version: 6.2
import PackageDescription

// A package of its own that depends on the library alone, so that counting builds nothing else.
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
                .product(name: "ReactiveTesting", package: "ReactiveNetworking"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
