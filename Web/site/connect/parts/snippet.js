// A sample GameKit program for an app: signs in and submits a score to one of its leaderboards.

import { code } from "../../elements/code.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/** A valid Swift module name. */
const moduleName = (name) => name.normalize("NFKD").replaceAll(/[^A-Za-z0-9]+/g, "").replace(/^[0-9]+/, "") || "Game";

const manifest = (module) => `// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "${module}",
    dependencies: [.package(path: "../laurel")],
    targets: [
        .executableTarget(
            name: "${module}",
            dependencies: [.product(name: "GameKit", package: "laurel")])
    ]
)
`;

const program = (leaderboard, value) => `import Foundation
import GameKit

let screen = UIViewController()
var isDone = false

GKLocalPlayer.local.authenticateHandler = { viewController, error in
    if let viewController {
        // Opens a browser to sign in, then calls this handler again.
        screen.present(viewController, animated: true)
        return
    }
    guard GKLocalPlayer.local.isAuthenticated else {
        print(error?.localizedDescription ?? "Not signed in")
        return
    }
    print("Welcome, \\(GKLocalPlayer.local.displayName)")
    GKLeaderboard.submitScore(
        ${value}, context: 0, player: GKLocalPlayer.local, leaderboardIDs: ["${leaderboard}"]
    ) { error in
        print(error?.localizedDescription ?? "Score submitted")
        MainActor.assumeIsolated { isDone = true }
    }
}

// In a game, call this once per frame.
while !isDone {
    Laurel.update()
    Thread.sleep(forTimeInterval: 0.016)
}
`;

const run = (bundleID) => `export LAUREL_SERVER=${location.origin}
export LAUREL_BUNDLE_ID=${bundleID}
export LAUREL_ENVIRONMENT=sandbox
swift run
`;

/** A value inside the leaderboard's range. @param {object} board */
function value(board) {
    if (board.range === null) return 1234n;
    const { lowest, highest } = board.range;
    return lowest <= 1234n && highest >= 1234n ? 1234n : lowest;
}

/** @param {import("../../lib/api-connect.js").App} app @param {object} board one that accepts scores */
export function snippet(app, board) {
    const module = moduleName(app.name);
    return h("div", { class: "snippets" },
        code("Package.swift", manifest(module)),
        code(`Sources/${module}/main.swift`, program(board.id, value(board))),
        code(t("connect.snippet.terminal"), run(app.bundleID)));
}
