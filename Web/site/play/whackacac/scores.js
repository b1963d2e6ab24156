// The game's own leaderboard, drawn from raw scores: two modes, three times.

import { number } from "../host/language.js";
import { button, element } from "../host/screens.js";
import { clock, digits, words } from "./words.js";

const COUNT = 10;
const TIMES = ["today", "week", "allTime"];

export class Scores {
    #center;
    #boards;
    #list = element("ol", "");
    #tabs = [];
    #mode = "classic";
    #time = "allTime";
    #asked = 0;

    /**
     * @param {import("../gamecenter.js").GameCenter} center
     * @param {{classic: string, timed: string}} boards
     */
    constructor(center, boards) {
        this.#center = center;
        this.#boards = boards;
    }

    /** The screen, loading. @param {() => void} onBack @returns {{panel: HTMLElement, primary: HTMLElement}} */
    open(onBack) {
        const primary = button("primary", words.back, onBack);
        const choices = (names, label, read, choose) => {
            const row = element("div", "row choices");
            row.setAttribute("role", "group");
            row.setAttribute("aria-label", label);
            for (const name of names) {
                const tab = button("quiet", words[name], () => {
                    choose(name);
                    this.#load();
                });
                this.#tabs.push(() => tab.setAttribute("aria-pressed", String(read() === name)));
                row.append(tab);
            }
            return row;
        };
        this.#tabs = [];
        const panel = element("section", "panel scores",
            element("h2", "", words.scores),
            choices(["classic", "timed"], words.scores, () => this.#mode, (name) => (this.#mode = name)),
            choices(TIMES, words.leaderboard, () => this.#time, (name) => (this.#time = name)),
            element("div", "board", this.#list), primary);
        panel.setAttribute("role", "dialog");
        panel.setAttribute("aria-label", words.scores);
        this.#load();
        return { panel, primary };
    }

    async #load() {
        for (const show of this.#tabs) show();
        this.#asked += 1;
        const asked = this.#asked;
        this.#list.setAttribute("aria-busy", "true");
        const answer = await this.#center.entries({
            leaderboard: this.#boards[this.#mode], time: this.#time, count: COUNT,
        });
        if (asked !== this.#asked) return;
        this.#list.removeAttribute("aria-busy");
        this.#list.replaceChildren(...this.#rows(answer));
    }

    #rows(answer) {
        if (answer === null) return [element("li", "gap", words.noAnswer)];
        if (answer.entries.length === 0) return [element("li", "gap", words.empty)];
        const own = answer.local?.player.id;
        const rows = answer.entries.map((entry) => this.#row(entry, entry.player.id === own));
        if (answer.local && answer.local.rank > answer.entries.length) rows.push(this.#row(answer.local, true));
        return rows;
    }

    #row({ rank, player, value }, isOwn) {
        const text = this.#mode === "classic" ? digits(value) : clock(Number(value));
        return element("li", isOwn ? "own" : "",
            element("span", "rank", number(rank)), element("span", "name", player.displayName),
            element("span", "value", text));
    }
}
