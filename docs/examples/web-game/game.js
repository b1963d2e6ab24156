// A game on its own origin that uses a Laurel server. Every line that uses Game Center contains `laurel`.
//
// Serve this folder anywhere, register that origin, and open the page with the server's address:
//     laurel app set com.example.hop --add-origin http://localhost:8081
//     python3 -m http.server 8081        then http://localhost:8081/?server=http://127.0.0.1:8080
// A real game hard-codes its server instead of reading it from the page's address. This one plays in the Sandbox, which
// is all that a new app has; add &environment=production once the app is released.

const query = new URLSearchParams(location.search);
/** What the address says, or said before the sign-in by redirect, which comes back to the registered address. */
function asked(name, otherwise) {
    const value = query.get(name) ?? sessionStorage.getItem(name) ?? otherwise;
    sessionStorage.setItem(name, value);
    return value;
}
const server = asked("server", "http://127.0.0.1:8080");
const { Laurel } = await import(`${server}/sdk/laurel.js`);

const laurel = new Laurel({
    server, bundleID: "com.example.hop", environment: asked("environment", "sandbox"),
});
/** As it is registered: the origin stands for its first page. What varies, such as the query, isn't part of it. */
const page = new URL(location.pathname, location.origin).href;
const board = "HighScores";
const slot = "Slot 1";
const $ = (id) => document.getElementById(id);
let hops = 0;
/** Ids of the saved game's versions that this page has seen. */
let seen = [];

// Player

function showPlayer() {
    $("who").textContent = laurel.player?.displayName ?? "Nobody is signed in. You can still play.";
    $("sign-in").hidden = $("sign-in-here").hidden = laurel.isSignedIn;
    $("sign-out").hidden = !laurel.isSignedIn;
    // Scores made while signed out may be somebody else's, so the player is asked.
    $("unowned").hidden = !laurel.isSignedIn || laurel.unowned.length === 0;
}

laurel.addEventListener("change", showPlayer);
laurel.addEventListener("late", ({ detail }) => say(detail.outcome));
$("sign-in").onclick = () => signIn("popup");
$("sign-in-here").onclick = () => signIn("redirect");
$("sign-out").onclick = () => laurel.signOut();
$("keep").onclick = async () => {
    await laurel.acceptUnowned();
    await showEntries();
};
$("discard").onclick = () => laurel.discardUnowned();

async function signIn(mode) {
    try {
        await laurel.signIn({ mode, redirect: page });
        await showEntries();
    } catch (error) {
        $("outcome").textContent = error.kind;
    }
}

// Run

function show(count) {
    hops = count;
    $("hops").textContent = String(count);
}

$("hop").onclick = () => show(hops + 1);
$("finish").onclick = async () => {
    const made = hops;
    show(0);
    say(await laurel.submitScore(made, { leaderboard: board }));
    await showEntries();
};

function say(outcome) {
    $("outcome").dataset.kind = outcome.kind;
    $("outcome").textContent = {
        sent: () => `${outcome.score.formatted}, ranked ${outcome.entry.rank} of ${outcome.total}`,
        kept: () => "Saved on this device. It will be sent later.",
        unowned: () => "Sign in to save this score.",
        refused: () => outcome.error.message,
    }[outcome.kind]();
}

async function showEntries() {
    const page = await laurel.entries(board, { count: 10 });
    $("entries").replaceChildren(...page.entries.map((entry) => {
        const row = document.createElement("li");
        row.textContent = `${entry.player.displayName}: ${entry.formatted}`;
        return row;
    }));
}

// Saved game

$("save").onclick = async () => {
    const versions = await laurel.saveGame(slot, new TextEncoder().encode(String(hops)), {
        basedOn: seen, deviceName: navigator.platform || "Browser",
    });
    remember(versions);
};

$("load").onclick = async () => {
    const versions = (await laurel.savedGames()).filter(({ name }) => name === slot);
    if (versions.length === 0) return remember(versions);
    // In a conflict, this game takes the version with the most hops. The next save is based on all versions, which
    // resolves the conflict.
    const all = await Promise.all(versions.map(({ id }) => laurel.loadSavedGame(id)));
    show(Math.max(...all.map((bytes) => Number(new TextDecoder().decode(bytes)))));
    remember(versions);
};

function remember(versions) {
    seen = versions.map(({ id }) => id);
    $("saved").textContent = ["No saved game.", "Saved."][versions.length] ?? `${versions.length} versions conflict.`;
}

showPlayer();
await laurel.start();
await showEntries();
laurel.listen([board], (type) => {
    if (type === "leaderboard") showEntries();
});
document.body.dataset.ready = "true";
