// swift-tools-version: 6.2
import PackageDescription

// The smallest program of a customer, for the figures of what the library costs (AD25).
let package = Package(
    name: "Figures",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "ReactiveNetworking", path: "../..")],
    targets: [
        .executableTarget(
            name: "Get",
            dependencies: [.product(name: "ReactiveNetworking", package: "ReactiveNetworking")]
        )
    ],
    swiftLanguageModes: [.v6]
)
