// Shows every component twice: in light and in dark.

import { avatar, find, h } from "../lib/dom.js";
import { addTexts, t } from "../lib/i18n.js";
import { showBanner } from "../lib/banner.js";
import { qrCode } from "../lib/qr.js";
import { placeholder } from "../elements/art.js";
import "../elements/chrome.js";
import { friendPicker } from "../elements/friend-picker.js";
import { menu } from "../elements/menu.js";
import { personRow } from "../elements/person.js";
import { ask } from "../elements/dialog.js";
import { icon } from "../elements/icons.js";
import { photo } from "../elements/photo.js";
import { state } from "../elements/state.js";
import { tabs } from "../elements/tabs.js";
import { histogram, lineChart, shareBars } from "../elements/chart.js";
import { cardTable } from "../elements/table.js";
import { connectParts } from "./connect-parts.js";

await addTexts("social");

const swatches = ["paper", "surface", "raised", "sunken", "laurel", "laurel-soft", "gold", "silver", "bronze",
    "danger", "sandbox"];
/** @type {import("../elements/icons.js").IconName[]} */
const icons = ["games", "friends", "challenges", "inbox", "me", "search", "photo", "bin", "tick", "star", "shield",
    "key", "device", "box", "more", "gear"];
/** @param {string} title @param {...import("../lib/dom.js").Child} parts */
const section = (title, ...parts) => h("section", {}, h("h2", {}, title), ...parts);
/** @param {...import("../lib/dom.js").Child} parts */
const row = (...parts) => h("div", { class: "row" }, ...parts);
/** @param {string} text @param {string} [kind] @param {import("../lib/dom.js").Properties} [more] */
const button = (text, kind = "", more = {}) => h("button", { class: `button ${kind}`, type: "button", ...more }, text);

/**
 * @param {number} rank @param {string} name @param {string} score @param {import("../lib/dom.js").Properties} [marks]
 */
function boardRow(rank, name, score, marks = {}) {
    return h("tr", marks,
        h("td", { class: "board-rank" }, h("span", { class: "rank", "data-medal": rank <= 3 && rank }, rank)),
        h("th", { class: "board-player", scope: "row" }, h("div", {}, avatar(name),
            h("div", { class: "board-name" }, h("span", {}, name),
            "data-mine" in marks && h("span", { class: "badge" }, t("you"))))),
        h("td", { class: "board-score" }, score));
}

/**
 * A friend picker that sends nothing.
 * @param {string} side
 */
function picker(side) {
    /** @param {string} name @param {?number} rank @param {?string} score @param {boolean} isChecked */
    const friend = (name, rank, score, isChecked) => ({ player: { id: `${name}-${side}`, displayName: name }, rank,
        score, mark: score === null ? "No score here yet" : null, isChecked });
    return friendPicker({ title: "Challenge friends", subject: "905 m High Scores · MonkeyJump",
        art: h("div", { class: "art" }, placeholder("MonkeyJump")), cancelAddress: "#main",
        rows: [friend("Oskar", 1, "1,290 m", false), friend("Wren", 2, "655 m", true),
            friend("Tove", null, null, false)],
        send: async () => {}, done: () => {}, suffix: `-${side}` });
}

/** @param {string} side */
function guide(side) {
    const panel = h("p", { id: `panel-${side}`, role: "tabpanel", class: "soft" }, "The panel of the selected tab.");
    return [
        section("Mark",
            row(h("span", { class: "brand" }, h("span", { class: "mark", "aria-hidden": "true" }), "Laurel"))),
        section("Color", row(...swatches.map((name) => h("span", { class: `swatch swatch-${name}` }, name)))),
        section("Type", h("p", { class: "large" }, "Every run counts."), h("p", { class: "like-h1" }, "Page title"),
            h("h2", {}, "Section title"),
            h("h3", {}, "Item title"), h("p", {}, "Body text: ", h("a", { href: "#main" }, "a link"),
                ". 1,448 m"),
            h("p", { class: "soft" }, "Soft text: notes, dates and counts.")),
        section("Buttons", row(button("Play", "button-primary"), button("Leaderboards"),
            button("Show more", "button-quiet")),
            row(button("Delete", "button-danger"), button("Small", "button-small"),
                button("Working", "button-primary", { "aria-busy": "true" }),
                h("button", { class: "link-button", type: "button" }, "Link button"))),
        section("Icons", row(...icons.map((name) => icon(name)))),
        section("Photos", row(photo({ displayName: "Ada" }), photo({ displayName: "小明" }, "normal"),
            photo({ displayName: "Wren" }, "large"))),
        section("Dialog", row(button("Ask", "button-small", { onclick: () => ask({ title: "Sign out of Firefox?",
            text: "Anyone using it has to sign in again.", confirm: "Sign out", isDangerous: true }) }))),
        section("Count", row(h("span", { class: "nav-count" }, "8"))),
        section("Fields", h("div", { class: "form" },
            h("div", { class: "field" }, h("label", { for: `a-${side}` }, "Player name"),
                h("input", { id: `a-${side}` }),
                h("p", { class: "field-note" }, "A note that helps.")),
            h("div", { class: "field" }, h("label", { for: `b-${side}` }, "Password"),
                h("input", { id: `b-${side}`, "aria-invalid": "true", value: "short" }),
                h("p", { class: "field-error" }, "What's wrong, and what to do.")),
            h("label", { class: "check" }, h("input", { type: "checkbox" }), h("span", {}, "I've saved my codes.")),
            row(h("input", { type: "checkbox", role: "switch", class: "switch", checked: true, "aria-label": "On" }),
                h("input", { type: "checkbox", role: "switch", class: "switch", "aria-label": "Off" })))),
        section("Tabs", tabs({ label: "Time", panel, selected: `today-${side}`, choose: () => {},
            items: ["Today", "This week", "All time"].map((name, index) =>
                ({ id: `${["today", "week", "all"][index]}-${side}`, name })) }), panel),
        section("Badges and notices", row(h("span", { class: "badge" }, "You"),
            h("span", { class: "badge badge-sandbox" }, "Sandbox"),
            h("span", { class: "live", "data-state": "live" }, "Live"),
                h("span", { class: "live", "data-state": "lost" }, "Reconnecting…")),
        h("p", { class: "notice" }, "Something to know."), h("p", { class: "notice notice-danger" },
            "What failed, and what to do."),
        h("p", { class: "notice notice-sandbox" }, "You're in the Sandbox.")),
        section("Banner", h("div", { class: "banner" }, h("span", { class: "mark", "aria-hidden": "true" }),
            h("div", {}, h("strong", {}, "Welcome back, Ada"), h("span", { class: "badge badge-sandbox" }, "Sandbox"))),
        row(button("Show it", "button-small",
            { onclick: () => showBanner({ title: "Welcome back, Ada", badge: "Sandbox" }) }))),
        section("Board", h("div", { class: "card board-card" }, h("table", { class: "board" }, h("tbody", {},
            boardRow(1, "Ada", "2,294 m"), boardRow(2, "小明", "2,242 m"), boardRow(3, "Oskar", "2,070 m"),
            boardRow(4, "Wren", "1,905 m", { "data-mine": true }),
                boardRow(5, "Just changed", "1,640 m", { "data-changed": true }),
            boardRow(6, "Out of range", "1,636 m", { "data-expired": true }))),
        h("div", { class: "standing" }, h("span", { class: "rank" }, "33"),
            h("div", { class: "standing-name" }, "Wren", h("small", {}, "33rd of 164")),
            h("span", { class: "standing-score" }, "900 m"), button("Find me", "button-small")))),
        section("A shared score", h("article", { class: "share-card", "data-tint": 0 },
            h("div", { class: "share-stage" }, h("span", { class: "share-art mark wreath", "aria-hidden": "true" })),
            h("div", { class: "share-words" }, h("p", { class: "share-game" }, "MonkeyJump"),
                h("h3", {}, "Ada ", h("span", { class: "soft" }, "challenged you")),
                h("p", { class: "share-label" }, "The score to beat"), h("p", { class: "share-headline" }, "2,294 m"),
                h("p", { class: "share-subject" }, h("span", { class: "rank", "data-medal": 1 }, "#1"), "High Scores"),
                h("blockquote", { class: "share-message" }, h("p", {}, "Beat this!")),
                row(button("Join and accept", "button-primary"), button("I have an account"))))),
        section("Charts", lineChart({ title: "Challenges", text: "Sent to friends, and beaten by them.",
            days: ["1 Nov", "2 Nov", "3 Nov", "4 Nov", "5 Nov", "6 Nov", "7 Nov"],
            series: [{ name: "Sent", values: [12, 18, 9, 22, 31, 28, 36] },
                { name: "Beaten", values: [4, 9, 6, 11, 12, 19, 21] }] }),
        histogram({ title: "Score distribution", unit: "Entries", marks: [{ name: "50 %", value: "420 m", at: 3.2 },
            { name: "90 %", value: "1,120 m", at: 6.4 }], bins: [3, 14, 31, 40, 26, 12, 6, 2].map((count, index) =>
            ({ from: `${index * 200} m`, to: `${index * 200 + 199} m`, count })) }),
        shareBars({ title: "Achievement rarity", rows: [{ name: "First Hop", percent: 92 },
            { name: "Moon Hop", percent: 3.5 }, { name: "Nobody yet", percent: null }] })),
        section("Table of cards", h("div", { class: "card" }, cardTable({ caption: "Players",
            rows: [{ name: "Ada", score: "2,294 m" }, { name: "小明", score: "2,242 m", isOut: true }],
            mark: ({ isOut }) => ({ "data-out": isOut }), columns: [
                { name: "Player", kind: "head", cell: ({ name }) => name },
                { name: "Score", kind: "number", cell: ({ score }) => score },
                { name: "Actions", kind: "actions", cell: () => button("Remove", "button-small") }] }))),
        section("Placeholder art", row(...["MonkeyJump", "潮汐", "Orbit"].map((name) =>
            h("div", { class: "art art-icon" }, placeholder(name))))),
        section("People, a menu, counts", h("ul", { class: "persons" },
            personRow({ id: side, displayName: "Ada", status: "" }, { text: "Counting jumps", isLink: false,
                actions: [button("Compare", "button-small"), menu("More actions for Ada", [
                    { text: "View profile", href: "#main" },
                    { text: "Block", choose: () => {}, isDangerous: true }])] }),
            personRow({ id: side, displayName: "小明" }, { text: "Today", quote: "Shall we race?", isLink: false,
                actions: [button("Accept", "button-small button-primary")] })),
        row(h("span", {}, "Requests ", h("span", { class: "count count-new" }, "2")),
            h("span", {}, "Friends ", h("span", { class: "count" }, "12")))),
        section("Friend picker", picker(side)),
        section("QR code", h("div", {}, qrCode("https://laurel.example/invite/#ABCD-EFGH", "QR code of a link"))),
        section("Loading", h("span", { class: "skeleton skeleton-text width-2" }),
            h("span", { class: "skeleton skeleton-text width-1" })),
        ...connectParts(side).map(([title, ...parts]) => section(title, ...parts)),
        section("Empty, failed and offline", h("div", { class: "card" },
            state({ title: "First place is up for grabs", level: "h3",
            text: "Play to set the first score.", actions: [button("Play", "button-primary")] }))),
    ];
}

find("#light").append(...guide("light"));
find("#dark").append(...guide("dark"));
// Only the page's own h1 is a heading; those in the samples are for show.
for (const one of document.querySelectorAll(":is(#light, #dark) h1")) one.setAttribute("role", "presentation");
