// Sample code for an app, to be pasted and run as it stands: it signs in and submits a score to a leaderboard. Tests run
// each: Tests/BrowserTests/SnippetTests.swift and, for Swift, scripts/consumer.

import { code } from "../../elements/code.js";
import { tabs } from "../../elements/tabs.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/** @typedef {{id: string, range: ?Wire.ScoreRange}} Board */

/**
 * A valid Swift module name.
 * @param {string} name
 */
const moduleName = (name) => name.normalize("NFKD").replaceAll(/[^A-Za-z0-9]+/g, "").replace(/^[0-9]+/, "") || "Game";

/** @param {string} module */
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

/** @param {string} leaderboard @param {bigint} value */
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

/** @param {string} bundleID */
const run = (bundleID) => `export LAUREL_SERVER=${location.origin}
export LAUREL_BUNDLE_ID=${bundleID}
export LAUREL_ENVIRONMENT=sandbox
swift run
`;

/**
 * A value inside the leaderboard's range.
 * @param {Board} board
 */
function value(board) {
    if (board.range === null) return 1234n;
    const { lowest, highest } = board.range;
    return lowest <= 1234n && highest >= 1234n ? 1234n : lowest;
}

/** Where the page of the sample is served; to be registered as one of the app's origins. */
export const SAMPLE_ORIGIN = "http://localhost:8081";

/** @param {Wire.App} app @param {Board} board */
const page = (app, board) => `<!doctype html>
<meta charset="utf-8">
<title>Laurel sample</title>
<button id="sign-in">Sign in</button>
<button id="submit">Submit ${value(board)}</button>
<p id="said"></p>
<p id="unowned" hidden>
    Keep the scores made on this device while signed out?
    <button id="keep">Keep</button> <button id="discard">Discard</button>
</p>
<ol id="entries"></ol>
<script type="module">
import { Laurel } from "${location.origin}/sdk/laurel.js";

const laurel = new Laurel({
    server: "${location.origin}",
    bundleID: "${app.bundleID}",
${app.isReleased ? "" : `    environment: "sandbox",  // Remove this line when the app is released.
`}});
const element = (id) => document.getElementById(id);
const say = (text) => { element("said").textContent = text; };

/** Runs a button's action and says why it failed. */
const on = (id, action) => {
    element(id).onclick = () => action().catch((error) => say(error.message));
};

async function show() {
    element("sign-in").hidden = laurel.isSignedIn;
    element("unowned").hidden = !laurel.isSignedIn || laurel.unowned.length === 0;
    const { entries } = await laurel.entries("${board.id}");
    element("entries").replaceChildren(...entries.map(({ player, formatted }) => {
        const row = document.createElement("li");
        row.textContent = \`\${player.displayName}: \${formatted}\`;
        return row;
    }));
}

on("sign-in", async () => {
    const player = await laurel.signIn();
    say(\`Welcome, \${player.displayName}\`);
    await show();
});

// What was scored while signed out may be somebody else's, so the player is asked.
on("keep", async () => {
    await laurel.acceptUnowned();
    await show();
});
on("discard", async () => {
    laurel.discardUnowned();
    await show();
});

on("submit", async () => {
    const outcome = await laurel.submitScore(${value(board)}, { leaderboard: "${board.id}" });
    say({
        sent: "Score submitted",
        kept: "Score saved. It will be sent later.",
        unowned: "Sign in to submit this score.",
        refused: outcome.error?.message,
    }[outcome.kind]);
    await show();
});

laurel.start().then(show).catch((error) => say(error.message));
</script>
`;

/** @param {string} bundleID */
const serve = (bundleID) => `laurel app set ${bundleID} --add-origin ${SAMPLE_ORIGIN}
python3 -m http.server 8081
`;

/** @param {string} bundleID @param {Board} board */
const calls = (bundleID, board) => `# Create a player for testing, in the Sandbox.
token=$(curl -sS --fail-with-body ${location.origin}/v1/players -H 'Content-Type: application/json' -d '{
    "alias": "tester'$RANDOM'", "password": "correct horse battery",
    "bundleID": "${bundleID}", "environment": "sandbox"
}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')

# Submit a score.
curl -sS --fail-with-body -w '\\n' ${location.origin}/v1/games/${bundleID}/leaderboards/${board.id}/scores \\
    -H "Authorization: Bearer $token" -H 'Content-Type: application/json' -d '{"value": ${value(board)}}'

# Read the leaderboard.
curl -sS --fail-with-body -w '\\n' \\
    "${location.origin}/v1/games/${bundleID}/leaderboards/${board.id}/entries?environment=sandbox"
`;

/**
 * The parts of each sample.
 * @type {Record<string, (app: Wire.App, board: Board) => HTMLElement[]>}
 */
const SAMPLES = {
    javascript: (app, board) => [
        h("p", { class: "card-text" }, t("connect.snippet.javascript.text", { origin: SAMPLE_ORIGIN })),
        code("index.html", page(app, board)), code(t("connect.snippet.terminal"), serve(app.bundleID))],
    curl: (app, board) => [
        h("p", { class: "card-text" }, t("connect.snippet.curl.text")),
        code(t("connect.snippet.terminal"), calls(app.bundleID, board))],
    swift: (app, board) => {
        const module = moduleName(app.name);
        return [h("p", { class: "card-text" }, t("connect.snippet.swift.text")),
            code("Package.swift", manifest(module)),
            code(`Sources/${module}/main.swift`, program(board.id, value(board))),
            code(t("connect.snippet.terminal"), run(app.bundleID))];
    },
};

/**
 * The sample for web pages alone.
 * @param {Wire.App} app @param {Board} board
 */
export const webSample = (app, board) => h("div", { class: "snippets" }, SAMPLES.javascript(app, board));

/** @param {Wire.App} app @param {Board} board one that accepts scores */
export function snippet(app, board) {
    const panel = h("div", { class: "snippets", id: "sample-panel", role: "tabpanel" });
    /** @param {string} id */
    const choose = (id) => panel.replaceChildren(...SAMPLES[id](app, board));
    choose("javascript");
    return h("div", { class: "stack" }, tabs({ label: t("connect.snippet.tabs"), panel, selected: "javascript", choose,
        items: [{ id: "javascript", name: "JavaScript" }, { id: "curl", name: "curl" },
            { id: "swift", name: "Swift" }] }), panel);
}
