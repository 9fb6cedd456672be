// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Stress",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "ReactiveNetworking", path: "../..")],
    targets: [
        .executableTarget(
            name: "Stress",
            dependencies: [
                .product(name: "ReactiveCore", package: "ReactiveNetworking"),
                .product(name: "ReactiveNetworking", package: "ReactiveNetworking"),
                .product(name: "ReactiveTesting", package: "ReactiveNetworking"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
