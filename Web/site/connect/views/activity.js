// A game's activity: scores, players and challenges per day, score distribution, achievement rarity.

import { figures, leaderboardsOf } from "../../lib/api-operate.js";
import { h } from "../../lib/dom.js";
import { language, number, t } from "../../lib/i18n.js";
import { histogram, lineChart, shareBars } from "../../elements/chart.js";
import { state } from "../../elements/state.js";
import { choice, environmentTabs, firstEnvironment, load, viewHead, waitingCard } from "../operate/parts.js";

/** @typedef {"scores" | "players" | "challengesSent" | "challengesBeaten"} Figure */

const SPANS = [7, 30, 90];
// The server's days are in UTC; formatting them in another zone would shift them by one.
const dayFormat = new Intl.DateTimeFormat(language, { month: "short", day: "numeric", timeZone: "UTC" });

/** @param {Wire.ActivityDay[]} days @param {Figure} field */
const sum = (days, field) => days.reduce((total, day) => total + day[field], 0);

/** @param {Wire.ActivityDay[]} days @param {number} playerCount */
function tallies(days, playerCount) {
    const today = days[days.length - 1];
    /** @type {[name: string, value: number][]} */
    const sums = [
        [t("operate.activity.players"), playerCount],
        [t("operate.activity.today"), today.players],
        [t("operate.activity.scores", { days: days.length }), sum(days, "scores")],
        [t("operate.activity.beaten", { days: days.length }), sum(days, "challengesBeaten")],
    ];
    return h("dl", { class: "tallies" },
        sums.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, number(value)))));
}

/** @param {Wire.Activity} activity */
function charts({ days, playerCount, achievements }) {
    const names = days.map(({ day }) => dayFormat.format(new Date(day)));
    /** @param {string} title @param {string} text @param {...[name: string, field: Figure]} series */
    const line = (title, text, ...series) => h("div", { class: "card" }, lineChart({ title, text, level: "h2",
        days: names,
        series: series.map(([name, field]) => ({ name, values: days.map((day) => day[field]) })) }));
    /** @type {Figure[]} */
    const alive = ["scores", "players", "challengesSent"];
    const isQuiet = alive.every((field) => sum(days, field) === 0);
    const rare = [...achievements].sort((one, other) => (other.percent ?? -1) - (one.percent ?? -1));
    return [
        tallies(days, playerCount),
        isQuiet && h("p", { class: "notice" }, t("operate.activity.quiet")),
        h("div", { class: "chart-grid-of-two" },
            line(t("operate.activity.scores-a-day"), t("operate.activity.scores-a-day.text"),
                [t("operate.activity.scores.name"), "scores"]),
            line(t("operate.activity.players-a-day"), t("operate.activity.players-a-day.text"),
                [t("operate.activity.players.name"), "players"]),
            line(t("operate.activity.challenges"), t("operate.activity.challenges.text"),
                [t("operate.activity.sent"), "challengesSent"],
                [t("operate.activity.beaten.name"), "challengesBeaten"]),
            achievements.length > 0 && h("div", { class: "card" }, shareBars({ level: "h2",
                title: t("operate.activity.rarity"),
                text: t("operate.activity.rarity.text"),
                rows: rare.map(({ referenceName, percent }) => ({ name: referenceName, percent })) }))),
    ];
}

/**
 * A value's position in the histogram, from 0 (left edge) to the number of bins (right edge).
 * @param {bigint} value @param {Wire.DistributionBin[]} bins
 */
function placeOf(value, bins) {
    const at = Number(value);
    const isRising = bins.length > 0 && Number(bins[0].worst.value) <= Number(bins[bins.length - 1].best.value);
    for (const [index, { worst, best }] of bins.entries()) {
        const [from, to] = [Number(worst.value), Number(best.value)];
        if (isRising ? at > to : at < to) continue;
        return index + (from === to ? 0.5 : Math.min(Math.max((at - from) / (to - from), 0), 1));
    }
    return bins.length;
}

/** @param {Wire.Distribution} distribution */
function spread({ total, bins, percentiles }) {
    if (total === 0) {
        return state({ title: t("operate.activity.no-entries"), text: t("operate.activity.no-entries.text"),
            level: "h3" });
    }
    const marks = percentiles.map(({ percent, score }) => ({
        name: t("operate.activity.percentile", { percent }), value: score.formatted, at: placeOf(score.value, bins) }));
    return histogram({ title: t("operate.activity.spread"),
        text: t("operate.activity.spread.text", { count: total }), unit: t("operate.activity.entries"), marks,
        bins: bins.map(({ worst, best, count }) => ({ from: worst.formatted, to: best.formatted, count })) });
}

/** @param {HTMLElement} main @param {import("../app/app.js").Context} connect */
export async function show(main, connect) {
    const { app } = connect;
    const boards = await leaderboardsOf(app.bundleID);
    let environment = firstEnvironment(app, connect.query);
    let days = 30;
    const overview = h("div", { class: "stack" });
    const chart = h("div", { class: "spread-chart" });
    const panel = h("div", { class: "stack", role: app.isReleased && "tabpanel" });
    const board = choice(boards.map(({ id, referenceName }) => [id, referenceName]),
        boards.find(({ isDefault }) => isDefault)?.id, { "aria-label": t("operate.activity.board"),
            onchange: () => drawSpread() });
    const span = choice(SPANS.map((count) => [String(count), t("operate.activity.days", { count })]), String(days),
        { class: "select select-small", "aria-label": t("operate.activity.span"), onchange: ({ target }) => {
            days = Number(target.value);
            drawOverview();
        } });

    function drawOverview() {
        if (overview.childElementCount === 0) {
            overview.replaceChildren(waitingCard("waiting-tallies"),
                h("div", { class: "chart-grid-of-two" }, waitingCard(), waitingCard(), waitingCard()));
        }
        return load(overview, async () => charts(await figures.activity(app.bundleID, { environment, days })));
    }
    function drawSpread() {
        if (boards.length === 0) return undefined;
        return load(chart, async () => spread(await figures.distribution(app.bundleID, board.value, environment)));
    }
    /** @param {import("../../lib/api.js").Environment} wanted */
    const change = (wanted) => {
        environment = wanted;
        drawOverview();
        drawSpread();
    };
    panel.append(overview);
    if (boards.length > 0) {
        panel.append(h("section", { class: "card stack", "aria-label": t("operate.activity.spread") },
            h("div", { class: "card-bar" }, h("h2", {}, t("operate.activity.leaderboard")), board), chart));
    }
    main.replaceChildren(viewHead(t("operate.activity"), { text: t("operate.activity.text"),
        actions: [span, environmentTabs(app, environment, panel, change)] }), panel);
    await Promise.all([drawOverview(), drawSpread()]);
}
