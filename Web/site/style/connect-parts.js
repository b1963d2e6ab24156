// The components of Connect, for the style guide.

import { h } from "../lib/dom.js";
import { code } from "../elements/code.js";

/** @param {string} mark @param {string} state @param {string} title @param {string} text */
const step = (mark, state, title, text) => h("li", { class: "step", "data-state": state },
    h("span", { class: "step-mark", "aria-hidden": "true" }, mark),
    h("div", { class: "step-body" }, h("h3", {}, title), h("p", {}, text)));

/** @param {string} side @param {string} title @param {string} text @param {boolean} isChosen */
const choice = (side, title, text, isChosen) => h("label", { class: "choice" },
    h("input", { type: "radio", name: `kind-${side}`, checked: isChosen }),
    h("span", {}, h("strong", {}, title), h("small", {}, text)));

/** @param {string} name @param {string} score @param {boolean} isDefault */
const column = (name, score, isDefault) => h("section", { class: "language-column" },
    h("div", { class: "language-head" }, h("h3", {}, name),
        isDefault ? h("span", { class: "badge" }, "Default") : h("button", { class: "link-button" }, "Remove")),
    h("div", { class: "preview" }, h("span", { class: "field-note" }, "Score preview"),
        h("ul", { class: "preview-scores" }, h("li", {}, h("small", {}, "1234567"), h("strong", {}, score)))));

/** @param {string} side @returns {[string, ...Node[]][]} */
export const connectParts = (side) => [
    ["Steps", h("ol", { class: "step-list" },
        step("1", "done", "Turn on Game Center", "One click, effective immediately."),
        step("2", "now", "Add a leaderboard", "All you need is a name and a score format."),
        step("!", "warn", "Images", "Players see a placeholder."))],
    ["Choices", h("fieldset", { class: "choice-list" }, h("legend", {}, "Type"),
        choice(side, "Classic", "Never resets.", true), choice(side, "Recurring", "Resets on a schedule.", false))],
    ["Languages side by side", h("div", { class: "languages" }, column("English", "12,345.67 Points", true),
        column("German", "12.345,67 Punkte", false))],
    ["Rows", h("ul", { class: "rows" }, h("li", {}, h("a", { class: "row-link", href: "#main" },
        h("span", { class: "row-picture" }, h("span", { class: "mark wreath", "aria-hidden": "true" })),
        h("span", { class: "row-text" }, h("strong", {}, "High Scores"), h("small", {}, "HighScores")),
        h("span", { class: "row-facts" }, h("span", { class: "badge badge-quiet" }, "Hidden")),
        h("span", { class: "row-figure" }, "1,234 Points"))))],
    ["Code", code("Terminal", "export LAUREL_ENVIRONMENT=sandbox\nswift run\n")],
    ["Images", h("div", { class: "picture", "data-shape": "icon" },
        h("span", { class: "picture-frame" }, h("span", {}, "Choose an image or drop it here")),
        h("progress", { max: 1, value: 0.6, "aria-label": "Uploading image" }))],
    ["Figures and plans", h("div", { class: "tally" },
        h("div", {}, h("strong", {}, "3"), h("span", {}, "Leaderboards")),
        h("div", {}, h("strong", {}, "480"), h("span", {}, "Points"))),
    h("div", { class: "meter" }, h("progress", { max: 1_000, value: 480, "aria-label": "Points" }),
        h("span", {}, "480 of 1,000 points used, 520 left")),
    h("dl", { class: "terms" }, h("dt", {}, "High Scores"), h("dd", {}, "128")),
    h("ul", { class: "plan" }, h("li", {}, "add leaderboard Second"), h("li", {}, "change app: name"))],
    ["Sticky bar", h("div", { class: "form-bar" }, h("p", {}, "Unsaved changes"),
        h("button", { class: "button button-primary", type: "button" }, "Save"))],
    ["Danger", h("button", { class: "button button-danger", type: "button" }, "Wipe")],
];
