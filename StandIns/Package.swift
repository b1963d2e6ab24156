// swift-tools-version: 6.2
import PackageDescription

// For games off Apple's platforms whose files import UIKit or AppKit: modules of these names with the stand-ins that
// GameKit has. A package of its own, since a module of that name makes `canImport(UIKit)` true in all of a build.
let package = Package(
    name: "StandIns",
    products: [.library(name: "UIKit", targets: ["UIKit"]), .library(name: "AppKit", targets: ["AppKit"])],
    dependencies: [.package(name: "laurel", path: "..")],
    targets: ["UIKit", "AppKit"].map { name in
        .target(name: name, dependencies: [.product(name: "GameKit", package: "laurel")])
    })
