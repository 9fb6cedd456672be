// swift-tools-version: 6.2
import PackageDescription

// The sources of the library, with stub modules in place of those of Apple's systems, so that files which need these
// modules are type-checked on Linux, and the publishers run. A stub proves only that our code agrees with our reading
// of the documentation.
//
// Every target that may see a stub declares it: `canImport` finds whatever lies in the build folder.
let package = Package(
    name: "AppleCheck",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0")],
    targets: [
        .target(name: "Combine", dependencies: ["OpenCombine"], path: "Stubs/Combine"),
        .target(name: "ObjectiveC", path: "Stubs/ObjectiveC"),
        .target(name: "Network", path: "Stubs/Network"),
        .target(name: "Security", path: "Stubs/Security"),
        .target(name: "ImageIO", path: "Stubs/ImageIO"),
        .target(name: "SwiftUI", path: "Stubs/SwiftUI"),
        .target(name: "UIKit", dependencies: ["ImageIO"], path: "Stubs/UIKit"),
        .target(name: "AppKit", dependencies: ["ImageIO"], path: "Stubs/AppKit"),
        .target(name: "ReactiveCore", dependencies: ["ObjectiveC"]),
        .target(name: "CReactiveSystem"),
        .target(
            name: "ReactiveHTTPModel",
            dependencies: ["ReactiveCore", "CReactiveSystem", "ObjectiveC", "Security"]
        ),
        .target(name: "ReactiveSocketEngine", dependencies: ["ReactiveHTTPModel", "CReactiveSystem"]),
        .target(
            name: "ReactiveNetworking",
            dependencies: [
                "ReactiveCore", "ReactiveHTTPModel", "ReactiveSocketEngine", "Combine", "Network", "ObjectiveC",
                "Security",
            ]
        ),
        .target(name: "ReactiveDiagnostics", dependencies: ["ReactiveNetworking", "Combine", "Network"]),
        .target(name: "ReactiveOffline", dependencies: ["ReactiveNetworking", "Combine", "Network"]),
        .target(
            name: "ReactiveStreams",
            dependencies: ["ReactiveNetworking", "CReactiveSystem", "Combine", "Network", "ObjectiveC"]
        ),
        .target(
            name: "ReactiveTesting",
            dependencies: ["ReactiveCore", "ReactiveNetworking", "ReactiveOffline", "ReactiveStreams"]
        ),
        .target(
            name: "ReactiveMedia",
            dependencies: ["ReactiveNetworking", "Combine", "ObjectiveC", "ImageIO", "SwiftUI", "UIKit", "AppKit"]
        ),
        .testTarget(
            name: "AppleCheckTests",
            dependencies: [
                "ReactiveMedia", "ReactiveDiagnostics", "ReactiveOffline", "ReactiveStreams", "ReactiveTesting",
                "Combine", "Network", "SwiftUI",
                "UIKit", "AppKit",
            ],
            // Testing has overlays for modules of these names, which need the real ones.
            swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]
        ),
    ],
    swiftLanguageModes: [.v6]
)
