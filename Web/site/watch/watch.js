// Watching a run: of a shared score or a verified entry, by anybody, of a challenge, by the two who have to do with it,
// or the ghost of a challenge of a group, by those who take part or are invited.

import { Problem, ask, games, play, request } from "../lib/api.js";
import { find, h, oneOf, present } from "../lib/dom.js";
import { addTexts, describe, number, t } from "../lib/i18n.js";
import { onOtherTab, session, signInAddress } from "../lib/session.js";
import { art, playAddress } from "../elements/art.js";
import "../elements/chrome.js";
import { failure, state } from "../elements/state.js";
import { momentList, namedMarks } from "./marks.js";
import { Player } from "./player.js";
import { Run, Unwatchable } from "./run.js";

await addTexts("watch");

const main = find("#main");
const query = new URLSearchParams(location.search);
/** Of an entry: what else its address can say, beside game and player. */
const REST = ["leaderboard", "time", "occurrence", "environment"];
/** @type {import("../lib/api.js").Environment[]} */
const ENVIRONMENTS = ["production", "sandbox"];
/** @type {import("../lib/api.js").TimeScope[]} */
const SCOPES = ["today", "week", "allTime"];
const homeLink = () => h("a", { class: "button button-primary", href: "/" }, t("watch.home"));

/**
 * @typedef {object} Subject what is watched
 * @property {string} name whose run it is
 * @property {{bundleID: string, name: string, link: ?string}} game
 * @property {import("../lib/api.js").Environment} environment
 * @property {?string} score as the server wrote it
 * @property {?string} title of the leaderboard
 * @property {?number} rank
 * @property {?string | undefined} verification null: nobody has checked it; undefined: that is not known
 * @property {?string} watch null: there is nothing to watch
 * @property {string} log its address
 * @property {Record<string, string>} ghost how the game finds it: parameters of its page
 * @property {boolean} isChallenge that the log of, which nobody may have checked
 * @property {?string} page its shared page
 * @property {boolean} mayAnswer it is a challenge that waits for the reader
 */

/** @param {string} id @returns {Promise<Subject>} */
async function sharedSubject(id) {
    const path = /** @type {const} */ (`/v1/shares/${encodeURIComponent(id)}`);
    const share = await request("GET", path);
    return { name: share.alias, game: share.game, environment: share.environment, score: share.formatted,
        title: share.title, rank: share.rank, verification: share.verification, watch: share.watch,
        log: `${path}/replay`, ghost: { share: id }, isChallenge: false, page: new URL(share.url).pathname,
        mayAnswer: false };
}

/**
 * The run behind a verified entry of a leaderboard.
 * @param {string} player @returns {Promise<Subject>}
 */
async function entrySubject(player) {
    const [bundleID, leaderboard] = [query.get("game") ?? "", query.get("leaderboard") ?? ""];
    const reading = { environment: oneOf(ENVIRONMENTS, query.get("environment"), "production"),
        time: oneOf(SCOPES, query.get("time"), "allTime"), occurrence: query.get("occurrence") ?? undefined };
    const path = /** @type {const} */ (`/v1/games/${encodeURIComponent(bundleID)}/leaderboards/${
        encodeURIComponent(leaderboard)}`);
    const [game, { name: title }, { runs: [run] }] = await Promise.all([
        games.get(bundleID, { environment: reading.environment }),
        request("GET", path, { query: { environment: reading.environment } }),
        request("GET", `${path}/runs`, { query: { ids: player, ...reading } })]);
    if (run === undefined) throw new Problem("not-found", { status: 404 });
    const parameters = new URLSearchParams([...query].filter(([key]) => key !== "leaderboard" && REST.includes(key)));
    const ghost = { run: player, ...Object.fromEntries([...query].filter(([key]) => REST.includes(key))) };
    return { name: run.player.displayName, game, environment: reading.environment, score: run.formatted, title,
        rank: run.rank, verification: run.verification, watch: run.watch,
        log: `${path}/runs/${encodeURIComponent(player)}/replay?${parameters}`, ghost, isChallenge: false, page: null,
        mayAnswer: false };
}

/**
 * What the leaderboard says of the run, while it is the sender's best there. Who may watch it is their friend, or them.
 * @param {Wire.Challenge} challenge
 */
async function verificationOf({ game, environment, leaderboard, sender, value }) {
    if (leaderboard === null) return undefined;
    try {
        const { entries, local } = await games.entries(game.bundleID, leaderboard,
            { players: "friends", time: "allTime", count: 100, environment });
        const found = present([...entries, local])
            .find((entry) => entry.player.id === sender.id && entry.value === value);
        return found?.verification;
    } catch {
        return undefined;
    }
}

/** @param {string} id @returns {Promise<Subject>} */
async function challengeSubject(id) {
    const path = /** @type {const} */ (`/v1/challenges/${encodeURIComponent(id)}`);
    const [challenge, found] = await Promise.all([request("GET", path), session()]);
    return { name: challenge.sender.displayName, game: challenge.game, environment: challenge.environment,
        score: challenge.formatted, title: challenge.title, rank: null, verification: await verificationOf(challenge),
        watch: challenge.watch,
        log: `${path}/replay`, ghost: { challenge: id }, isChallenge: true, page: null,
        mayAnswer: challenge.state === "pending" && challenge.receiver.id === found?.player.id };
}

/** @param {string} id */
const groupPath = (id) => /** @type {const} */ (`/v1/group-challenges/${encodeURIComponent(id)}`);

/**
 * The run of who won the challenge of a group that this one is a rematch of.
 * @param {string} id @returns {Promise<Subject>}
 */
async function groupSubject(id) {
    const path = groupPath(id);
    const challenge = await request("GET", path);
    // Of whom the run is, the challenge before says.
    const before = challenge.rematchOf === null ? null : await request("GET", groupPath(challenge.rematchOf));
    const winner = before?.players.find(({ rank }) => rank === 1);
    return { name: winner?.player.displayName ?? "", game: challenge.game, environment: challenge.environment,
        score: winner?.formatted ?? null, title: challenge.title, rank: null, verification: undefined,
        watch: winner === undefined ? null : challenge.watch, log: `${path}/ghost`, ghost: { group: id },
        isChallenge: false, page: null, mayAnswer: false };
}

/**
 * The titles of a game's achievements, by id; without an answer none.
 * @param {Subject} subject @returns {Promise<Map<string, string>>}
 */
async function titlesOf({ game, environment }) {
    try {
        const { achievements } = await play.achievements(game.bundleID, { environment });
        return new Map(achievements.flatMap(({ id, title }) => (title === null ? []
            : [/** @type {[id: string, title: string]} */ ([id, title])])));
    } catch {
        return new Map();
    }
}

// What is said instead of a run

/**
 * @param {string} kind as in the catalogue
 * @param {{values?: Record<string, string | number>, text?: string, actions?: (HTMLElement | null | false)[]}} options
 */
function sayNot(kind, { values = {}, text, actions = [homeLink()] } = {}) {
    document.title = `${t(`watch.not.${kind}`, values)} · Laurel`;
    main.replaceChildren(h("section", { class: "card" }, state({ level: "h1", title: t(`watch.not.${kind}`, values),
        text: text ?? t(`watch.not.${kind}.text`, values), actions })));
}

/**
 * Ways on that are left without a run.
 * @param {Subject} subject
 */
const waysOn = (subject) => [playButton(subject, true),
    subject.page !== null && h("a", { class: "button", href: subject.page }, t("watch.page"))].filter(Boolean);

// The page of a run

/** @param {Subject} subject @param {boolean} isPlain without the ghost */
function playButton(subject, isPlain = false) {
    const { game, environment, ghost, isChallenge, mayAnswer } = subject;
    const address = playAddress(game, environment);
    if (address === null) return null;
    const target = new URL(address);
    const isOurs = target.origin === location.origin;
    const mayRace = isOurs && !isPlain && (!isChallenge || mayAnswer);
    if (mayRace) for (const [key, id] of Object.entries(ghost)) target.searchParams.set(key, id);
    const text = mayAnswer && mayRace ? t("watch.accept") : mayRace ? t("watch.yourself")
        : t("watch.game", { game: game.name });
    return h("a", { class: "button button-primary", id: "play", href: target.href, rel: "noopener",
        title: mayRace && !mayAnswer ? t("watch.yourself.text") : null }, text);
}

/**
 * The link of the shared page: the system's way to pass it on, else the clipboard.
 * @param {Subject} subject @param {string} title
 */
function shareButton({ page }, title) {
    if (page === null) return null;
    const said = h("span", { class: "quiet-text", role: "status" });
    const button = h("button", { class: "button", type: "button", onclick: async () => {
        const url = new URL(page, location.origin).href;
        const data = { title, text: title, url };
        try {
            if (typeof navigator.share === "function" && (navigator.canShare?.(data) ?? true)) {
                await navigator.share(data);
                return;
            }
            await navigator.clipboard.writeText(url);
            button.textContent = t("watch.copied");
            said.textContent = t("watch.copied");
        } catch (error) {
            // Thought better of it: that is no failure.
            if (error?.name !== "AbortError") said.textContent = t("watch.copy.failed");
        }
    } }, t("watch.share"));
    return [button, said];
}

/** @param {Subject} subject */
function proof({ verification, name, isChallenge }) {
    if (verification === undefined) return null;
    if (verification !== null) {
        const text = t(verification === "live" ? "watch.live.text" : "watch.verified.text");
        return h("span", { class: "badge", title: text }, "✓ ",
            t(verification === "live" ? "watch.live" : "watch.verified"),
            h("span", { class: "quiet-text" }, ` ${text}`));
    }
    return !isChallenge ? null : h("small", {}, t("watch.unproved", { name }));
}

/** @param {Subject} subject @param {string} title */
function head(subject, title) {
    const { name, game, score, title: board, rank, environment, page } = subject;
    return h("header", { class: "watch-head" }, art(game, "icon.svg"),
        h("div", { class: "watch-words" },
            h("h1", {}, h("bdi", {}, name), score !== null && h("span", {}, ` ${score}`)),
            h("p", { class: "watch-facts" }, h("a", { href: `/games/?id=${encodeURIComponent(game.bundleID)}${
                environment === "sandbox" ? "&environment=sandbox" : ""}` }, h("bdi", {}, game.name)),
            board !== null && h("bdi", {}, board),
            rank !== null && h("span", { class: "rank", "data-medal": rank <= 3 ? rank : null,
                "aria-label": t("watch.rank.said", { rank }), role: "img" }, t("watch.rank", { rank: number(rank) })),
            environment === "sandbox" && h("span", { class: "badge badge-sandbox" }, t("sandbox")), proof(subject))),
        h("div", { class: "actions" }, playButton(subject), shareButton(subject, title),
            page !== null && h("a", { class: "button button-quiet", href: page }, t("watch.page"))));
}

/** @param {Subject} subject @param {Run} run */
async function showRun(subject, run) {
    const { name, game } = subject;
    const title = t("watch.title", { name, game: game.name, score: subject.score ?? "" });
    /** @type {Map<string, string>} */
    let titles = new Map();
    const moments = h("div", { class: "moments-frame" });
    const player = new Player(run, { name, marks: () => namedMarks(run, titles), changed: () => list() });
    function list() {
        const all = momentList(namedMarks(run, titles), (score) => run.said(score), (tick) => player.visit(tick));
        moments.replaceChildren(all);
        moments.closest("section")?.toggleAttribute("hidden", all.childElementCount === 0);
    }
    [titles] = await Promise.all([titlesOf(subject), player.start()]);
    document.title = `${title} · Laurel`;
    main.replaceChildren(player.element, head(subject, title),
        h("section", { class: "card watch-moments" }, h("h2", {}, t("watch.moments")), moments),
        h("details", { class: "watch-keys" }, h("summary", {}, t("watch.keys.title")), h("p", {}, t("watch.keys"))));
    list();
    player.begin();
    // For tests, and for the curious: watching.state()
    Object.assign(globalThis, { watching: player });
}

async function show() {
    const [share, challenge, group, player] = ["share", "challenge", "group", "player"].map((key) => query.get(key));
    if (!share && !challenge && !group && !player) return void sayNot("none");
    let subject = null;
    try {
        subject = share ? await sharedSubject(share) : challenge ? await challengeSubject(challenge)
            : group ? await groupSubject(group) : await entrySubject(player ?? "");
        if (subject.watch === null) return void sayNot("kept", { actions: waysOn(subject) });
        const run = await Run.open(await ask("GET", subject.log)).catch((error) => {
            // A module that did not come is a server that is away.
            throw error instanceof TypeError ? new Problem("communications-failure") : error;
        });
        await showRun(subject, run);
    } catch (error) {
        sayWhy(error, subject);
    }
}

/** @param {import("../lib/api.js").Problem | Unwatchable} error @param {?Subject} subject */
function sayWhy(error, subject) {
    if (error instanceof Unwatchable) {
        const values = { version: error.version, game: subject?.game.name ?? "" };
        return void sayNot(error.kind, { values, actions: subject === null ? undefined : waysOn(subject) });
    }
    if (error?.status === 401) {
        const link = h("a", { class: "button button-primary", href: signInAddress() }, t("sign-in"));
        onOtherTab(show);
        return void sayNot("sign-in", { actions: [link],
            text: query.has("group") ? t("watch.sign-in.group.text") : undefined });
    }
    // It was there a moment ago: the log alone is gone.
    if (error?.status === 404 && subject !== null) return void sayNot("kept", { actions: waysOn(subject) });
    if (error?.status === 404 || error?.status === 400 || error?.kind === "invalid-parameter") {
        return void sayNot("gone", { text: query.has("challenge") ? t("watch.gone.challenge.text")
            : query.has("group") ? t("watch.gone.group.text")
            : query.has("share") ? undefined : t("watch.gone.entry.text") });
    }
    document.title = `${describe(error)} · Laurel`;
    main.replaceChildren(failure(error, show, "h1"));
}

show();
