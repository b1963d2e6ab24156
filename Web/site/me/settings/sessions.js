// Where the player is signed in.

import { games } from "../../lib/api.js";
import { security } from "../../lib/api-me.js";
import { find, h, lookUp } from "../../lib/dom.js";
import { shownDevice } from "../../lib/device-name.js";
import { date, describe, t, wholeDate } from "../../lib/i18n.js";
import { ask } from "../../elements/dialog.js";
import { icon } from "../../elements/icons.js";
import { card } from "./parts.js";

/**
 * @param {Wire.ListedSession} one @param {Map<string, string>} names of games
 * @returns {{title: string, picture: import("../../elements/icons.js").IconName}}
 */
function describeSession({ device, bundleID }, names) {
    if (bundleID !== null) return { title: names.get(bundleID) ?? bundleID, picture: "games" };
    return { title: device === null ? t("me.session.browser") : shownDevice(device), picture: "device" };
}

/**
 * @param {Wire.ListedSession} one @param {Map<string, string>} names
 * @param {{list: HTMLElement, said: HTMLElement}} parts
 */
function row(one, names, { list, said }) {
    const { title, picture } = describeSession(one, names);
    const end = h("button", { class: "button button-small", type: "button",
        "aria-label": t("me.session.end.of", { name: title }), onclick: async () => {
            if (!await ask({ title: t("me.session.end.ask", { name: title }), text: t("me.session.end.text"),
                confirm: t("me.session.end"), isDangerous: true })) return;
            end.setAttribute("aria-busy", "true");
            try {
                await security.end(one.id);
                const next = item.nextElementSibling ?? item.previousElementSibling;
                item.remove();
                said.textContent = t("me.session.ended", { name: title });
                (next?.querySelector("button") ?? lookUp("h2", list.closest("section")))?.focus();
            } catch (error) {
                end.removeAttribute("aria-busy");
                said.textContent = describe(error);
            }
        } }, t("me.session.end"));
    const item = h("li", { class: "list-row", "aria-current": one.isCurrent && "true" },
        h("span", { class: "avatar avatar-icon", "aria-hidden": "true" }, icon(picture)),
        h("span", { class: "list-text" }, h("strong", {}, title, " ",
            one.isCurrent && h("span", { class: "badge" }, t("me.session.current")), " ",
            one.environment === "sandbox" && h("span", { class: "badge badge-sandbox" }, t("sandbox"))),
        h("small", { title: wholeDate(one.lastUsed) }, [
            one.bundleID !== null && one.device !== null && shownDevice(one.device),
            t("me.session.used", { date: date(one.lastUsed) }), t("me.session.since", { date: date(one.created) }),
        ].filter(Boolean).join(" · "))),
        !one.isCurrent && end);
    return item;
}

export async function draw() {
    /** @type {Wire.Game[]} */
    const none = [];
    const [sessions, all] = await Promise.all([security.sessions(), games.list().catch(() => none)]);
    const names = new Map(all.map(({ bundleID, name }) => [bundleID, name]));
    const said = h("p", { class: "field-note", role: "status" });
    const list = h("ul", { class: "list" });
    /** @param {Wire.ListedSession[]} now */
    const show = (now) => list.replaceChildren(...now.map((one) => row(one, names, { list, said })));
    show(sessions);
    const others = h("button", { class: "button button-danger", type: "button", hidden: sessions.length < 2,
        onclick: async () => {
            const count = list.children.length - 1;
            if (!await ask({ title: t("me.session.end-others.ask"),
                text: t("me.session.end-others.text", { count }), confirm: t("me.session.end-others"),
                isDangerous: true })) return;
            others.setAttribute("aria-busy", "true");
            try {
                await security.endOthers();
                show(sessions.filter(({ isCurrent }) => isCurrent));
                said.textContent = t("me.session.ended-others");
                find("h2", list.closest("section")).focus();
                others.hidden = true;
            } catch (error) {
                said.textContent = describe(error);
            }
            others.removeAttribute("aria-busy");
        } }, t("me.session.end-others"));
    return [card({ title: t("me.settings.sessions"), text: t("me.session.text") }, list, said,
        h("div", { class: "setting-actions" }, others))];
}
