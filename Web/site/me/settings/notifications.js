// What the player is notified about, how, and the quiet hours.

import { games } from "../../lib/api.js";
import { inbox } from "../../lib/api-me.js";
import { h } from "../../lib/dom.js";
import { describe, t } from "../../lib/i18n.js";
import { canPush, isPushOn, turnPushOff, turnPushOn } from "../../lib/push.js";
import { kinds } from "../../elements/notice.js";
import { card, toggle } from "./parts.js";


/** How a notice is delivered, from most to least: always, only in open pages, off. */
const deliveries = { pushed: { isOn: true, isPushed: true }, open: { isOn: true, isPushed: false },
    off: { isOn: false, isPushed: false } };

/**
 * @typedef {?Wire.NotificationSettings["choices"][number]["kind"]} Kind null: all of them
 * @typedef {keyof typeof deliveries} Delivery
 */

/** The settings as they are at the server, and how to change them. */
class Chosen {
    /** @type {Promise<void> | undefined} */ last;

    /** @param {Wire.NotificationSettings} settings */
    constructor(settings) { this.settings = settings; }

    /**
     * Draw the rows as they are now: a choice for everything changes the others.
     * @type {Array<() => void>}
     */
    rows = [];

    /** @param {Kind} kind @param {?string} bundleID */
    find(kind, bundleID) {
        return this.settings.choices.find((one) => (one.kind ?? null) === kind && (one.bundleID ?? null) === bundleID);
    }

    /** @param {Kind} kind @param {?string} bundleID @returns {Delivery} */
    delivery(kind, bundleID) {
        const choice = this.find(kind, bundleID);
        if (choice === undefined) return "pushed";
        return choice.isOn ? (choice.isPushed ? "pushed" : "open") : "off";
    }

    /**
     * One after the other: each sends all choices.
     * @param {(settings: Wire.NotificationSettings) => Wire.NotificationSettings} change
     */
    save(change) {
        this.last = (this.last ?? Promise.resolve()).catch(() => {}).then(async () => {
            const wanted = change(structuredClone(this.settings));
            this.settings = await inbox.choose(wanted);
        });
        return this.last;
    }

    /** @param {Kind} kind @param {?string} bundleID @param {Delivery} delivery */
    choose(kind, bundleID, delivery) {
        return this.save((settings) => {
            const others = settings.choices.filter((one) =>
                (one.kind ?? null) !== kind || (one.bundleID ?? null) !== bundleID);
            // Being told is what holds where nothing was chosen; inside a game it may stand against a choice above.
            const isPlain = delivery === "pushed" && (kind === null || bundleID === null);
            settings.choices = isPlain ? others : [...others, { kind, bundleID, ...deliveries[delivery] }];
            return settings;
        });
    }
}

/** @param {Chosen} chosen @param {string} label @param {Kind} kind @param {?string} bundleID @param {string} [note] */
function deliveryRow(chosen, label, kind, bundleID, note) {
    const id = `delivery-${kind ?? "all"}-${bundleID ?? "all"}`;
    const problem = h("small", { class: "field-error", role: "alert" });
    const isAll = kind === null && bundleID === null;
    // A choice for a kind in its game counts before all others.
    const isBelowAll = !isAll && (kind === null || bundleID === null);
    const names = /** @type {Delivery[]} */ (Object.keys(deliveries));
    const options = names.map((delivery) => h("option", { value: delivery }, t(`me.delivery.${delivery}`)));
    const show = () => {
        const least = isBelowAll ? names.indexOf(chosen.delivery(null, null)) : 0;
        options.forEach((option, index) => { option.disabled = index < least; });
        select.disabled = least === names.length - 1;
        select.value = names[Math.max(least, names.indexOf(chosen.delivery(kind, bundleID)))];
    };
    const select = h("select", { class: "select select-small", id, onchange: async () => {
        problem.textContent = "";
        select.setAttribute("aria-busy", "true");
        try {
            await chosen.choose(kind, bundleID, /** @type {Delivery} */ (select.value));
        } catch (error) {
            problem.textContent = describe(error);
        }
        select.removeAttribute("aria-busy");
        for (const row of isAll ? chosen.rows : [show]) row();
    } }, options);
    chosen.rows.push(show);
    show();
    return h("li", { class: `delivery ${isAll ? "delivery-all" : ""}` },
        h("label", { for: id }, h("span", {}, label), note && h("small", {}, note), problem), select);
}

/** @param {boolean} isOn */
function pushPart(isOn) {
    if (!canPush) return card({ title: t("me.push"), text: t("me.push.cannot") });
    return card({ title: t("me.push"), text: t("me.push.text") }, toggle({ label: t("me.push.here"), isOn,
        save: async (wanted) => {
            if (!wanted) await turnPushOff();
            else if (!await turnPushOn()) throw Object.assign(new Error("refused"), { kind: "push-refused" });
        } }));
}

/**
 * Kinds side by side, by how their names begin; what begins otherwise is of the last ones.
 * @param {Chosen} chosen
 */
function kindsPart(chosen) {
    let left = [...kinds];
    /** @param {string} title @param {RegExp} beginning */
    const part = (title, beginning) => {
        const own = left.filter((kind) => beginning.test(kind));
        left = left.filter((kind) => !own.includes(kind));
        const id = `deliveries-${own[0]}`;
        return [h("h3", { id, class: "deliveries-name" }, title),
            h("ul", { class: "deliveries", "aria-labelledby": id },
                own.map((kind) => deliveryRow(chosen, t(`notice.kind.${kind}`), kind, null)))];
    };
    return [
        part(t("me.deliveries.challenges"), /^(challenge|groupChallenge)/), part(t("me.deliveries.matches"), /^match/),
        part(t("me.deliveries.friends"), /^(friend|overtaken)/), part(t("me.deliveries.others"), /^/),
    ].flat();
}

/** @param {Chosen} chosen @param {Wire.Game[]} list */
function gamesPart(chosen, list) {
    const muted = chosen.settings.choices.filter(({ kind, bundleID }) => kind && bundleID);
    /** @param {?string | undefined} bundleID */
    const name = (bundleID) => list.find((one) => one.bundleID === bundleID)?.name ?? bundleID ?? undefined;
    return card({ title: t("me.deliveries.games"), text: t("me.deliveries.games.text") },
        h("ul", { class: "deliveries" },
            list.map((game) => deliveryRow(chosen, game.name, null, game.bundleID)),
            muted.map(({ kind, bundleID }) =>
                deliveryRow(chosen, t(`notice.kind.${kind}`), kind, bundleID ?? null, name(bundleID)))));
}

/** @param {Chosen} chosen */
function quietPart(chosen) {
    const quiet = chosen.settings.quietHours;
    const problem = h("p", { class: "field-error", role: "alert" });
    const said = h("p", { class: "field-note", role: "status" });
    /** @param {"from" | "to"} id @param {string} value */
    const time = (id, value) => h("div", { class: "field" }, h("label", { for: id }, t(`me.quiet.${id}`)),
        h("input", { type: "time", id, name: id, value, required: true, onchange: async () => {
            try {
                await save(true);
            } catch (error) {
                problem.textContent = error.kind === "missing" ? t("me.quiet.missing") : describe(error);
            }
        } }));
    const times = h("div", { class: "quiet-times", hidden: !quiet }, time("from", quiet?.from ?? "22:00"),
        time("to", quiet?.to ?? "08:00"));
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "+00:00";
    /** @param {boolean} isOn */
    async function save(isOn) {
        const [from, to] = [...times.querySelectorAll("input")].map(({ value }) => value);
        problem.textContent = "";
        said.textContent = "";
        if (from === "" || to === "") throw Object.assign(new Error("missing"), { kind: "missing" });
        await chosen.save((settings) => ({ ...settings, quietHours: isOn ? { from, to, timeZone: zone } : null }));
        times.hidden = !isOn;
        said.textContent = isOn ? t("me.quiet.said", { from, to, zone }) : t("me.saved");
    }
    return card({ title: t("me.quiet"), text: t("me.quiet.text") },
        toggle({ label: t("me.quiet.on"), isOn: Boolean(quiet), save }), times, said, problem);
}

export async function draw() {
    const [settings, list, isPushed] = await Promise.all([inbox.settings(), games.list(),
        isPushOn().catch(() => false)]);
    const chosen = new Chosen(settings);
    return [
        pushPart(isPushed),
        card({ title: t("me.deliveries"), text: t("me.deliveries.text") }, h("ul", { class: "deliveries" },
            deliveryRow(chosen, t("me.deliveries.all"), null, null, t("me.deliveries.all.note"))),
        ...kindsPart(chosen)),
        gamesPart(chosen, list), quietPart(chosen),
    ];
}
