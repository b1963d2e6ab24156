// The small leaderboard: the best five and the player's own row, live while it is shown.

import { number } from "./language.js";

const COUNT = 5;

export class Board {
    element;

    #center;
    #words;
    #leaderboard;
    #list;
    #stop = null;
    #version = 0;
    #isOpen = false;
    #isLoading = false;
    #wanted = 0;

    /**
     * @param {import("../gamecenter.js").GameCenter} center
     * @param {object} words the game's texts
     */
    constructor(center, words) {
        this.#center = center;
        this.#words = words;
        this.#leaderboard = center.leaderboard;
        this.element = document.createElement("section");
        this.element.className = "board";
        const title = document.createElement("h3");
        title.textContent = words.top;
        this.#list = document.createElement("ol");
        this.element.append(title, this.#list);
        this.element.hidden = true;
    }

    /** Shows it and listens for changes. @param {string} [leaderboard] another than the game's first */
    async open(leaderboard = this.#center.leaderboard) {
        if (this.#isOpen && leaderboard === this.#leaderboard) return;
        this.close();
        this.#leaderboard = leaderboard;
        this.#version = this.#wanted = 0;
        this.#isOpen = true;
        await this.refresh();
        const stop = await this.#center.subscribe((version) => {
            if (version > this.#version) this.refresh(version);
        }, leaderboard);
        if (this.#isOpen && leaderboard === this.#leaderboard) this.#stop = stop;
        else stop();
    }

    close() {
        this.#isOpen = false;
        this.#stop?.();
        this.#stop = null;
    }

    /** @param {number} [version] shows at least this one */
    async refresh(version = 0) {
        this.#wanted = Math.max(this.#wanted, version);
        if (this.#isLoading) return;
        this.#isLoading = true;
        try {
            do {
                const asked = this.#wanted;
                const leaderboard = this.#leaderboard;
                const answer = await this.#center.entries({
                    leaderboard, count: COUNT, version: asked > 0 ? asked : undefined,
                });
                if (leaderboard !== this.#leaderboard) continue;
                if (answer === null) break;
                this.#version = Math.max(this.#version, answer.version);
                this.#show(answer);
                if (asked >= this.#wanted) break;
            } while (this.#isOpen && this.#version < this.#wanted);
        } finally {
            this.#isLoading = false;
        }
    }

    #show({ entries, local, total }) {
        this.element.hidden = false;
        const own = local?.player.id ?? this.#center.player?.id;
        const rows = entries.map((entry) => row(entry, entry.player.id === own, this.#words));
        if (local && !entries.some(({ player }) => player.id === own)) {
            const gap = document.createElement("li");
            gap.className = "gap";
            gap.setAttribute("aria-hidden", "true");
            gap.textContent = "···";
            rows.push(...(local.rank > entries.length + 1 ? [gap] : []), row(local, true, this.#words));
        }
        if (total === 0) {
            const nobody = document.createElement("li");
            nobody.className = "gap";
            nobody.textContent = this.#words.empty;
            rows.push(nobody);
        }
        this.#list.replaceChildren(...rows);
    }
}

function row(entry, isOwn, words) {
    const item = document.createElement("li");
    if (isOwn) item.className = "own";
    const rank = document.createElement("span");
    rank.className = "rank";
    rank.textContent = number(entry.rank);
    const name = document.createElement("span");
    name.className = "name";
    name.textContent = entry.player.displayName;
    if (isOwn) {
        const mark = document.createElement("em");
        mark.textContent = words.you;
        name.append(" ", mark);
    }
    const value = document.createElement("span");
    value.className = "value";
    value.textContent = entry.formatted;
    item.append(rank, name, value);
    return item;
}
