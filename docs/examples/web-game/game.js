// A game on an origin of its own that uses a Laurel server: all of Game Center is in the few lines that say `laurel`.
//
// Serve this folder anywhere, register that origin, and open it with the server's address:
//     laurel app set com.example.hop --origin http://localhost:8081
//     python3 -m http.server 8081        then http://localhost:8081/?server=http://127.0.0.1:8080
// A real game names its server here instead of asking the address.

const query = new URLSearchParams(location.search);
const server = query.get("server") ?? "http://127.0.0.1:8080";
const { Laurel } = await import(`${server}/sdk/laurel.js`);

const laurel = new Laurel({
    server, bundleID: "com.example.hop", environment: query.get("environment") ?? "production",
});
const board = "HighScores";
const slot = "Slot 1";
const $ = (id) => document.getElementById(id);
let hops = 0;
/** The versions of the saved game that this page has seen. */
let seen = [];

// Who plays

function showPlayer() {
    $("who").textContent = laurel.player?.displayName ?? "Nobody is signed in: you can play all the same.";
    $("sign-in").hidden = $("sign-in-here").hidden = laurel.isSignedIn;
    $("sign-out").hidden = !laurel.isSignedIn;
    // What was made signed out is the player's if he says so.
    $("keep").hidden = !laurel.isSignedIn || laurel.unowned.length === 0;
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

async function signIn(mode) {
    try {
        await laurel.signIn({ mode });
        await showEntries();
    } catch (error) {
        $("outcome").textContent = error.kind;
    }
}

// A run

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
        kept: () => "Saved on this device; it is sent when that is possible.",
        unowned: () => "Sign in to keep it.",
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

// A saved game

$("save").onclick = async () => {
    const versions = await laurel.saveGame(slot, new TextEncoder().encode(String(hops)), {
        basedOn: seen, deviceName: navigator.platform || "Browser",
    });
    remember(versions);
};

$("load").onclick = async () => {
    const versions = (await laurel.savedGames()).filter(({ name }) => name === slot);
    if (versions.length === 0) return remember(versions);
    // Of several, this game takes the one with the most hops; the next save, based on all of them, resolves it.
    const all = await Promise.all(versions.map(({ id }) => laurel.loadSavedGame(id)));
    show(Math.max(...all.map((bytes) => Number(new TextDecoder().decode(bytes)))));
    remember(versions);
};

function remember(versions) {
    seen = versions.map(({ id }) => id);
    $("saved").textContent = ["Nothing is saved.", "Saved."][versions.length] ?? `${versions.length} in conflict.`;
}

showPlayer();
await laurel.start();
await showEntries();
laurel.listen([board], (type) => {
    if (type === "leaderboard") showEntries();
});
document.body.dataset.ready = "true";
