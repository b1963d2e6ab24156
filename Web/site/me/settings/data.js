// The player's data: to download, or to delete with the account.

import { security } from "../../lib/api-me.js";
import { providers } from "../../lib/api-providers.js";
import { showBanner } from "../../lib/banner.js";
import { find, h } from "../../lib/dom.js";
import { date, describe, language, t } from "../../lib/i18n.js";
import { playerChanged, rememberName } from "../../lib/session.js";
import { ask } from "../../elements/dialog.js";
import { icon } from "../../elements/icons.js";
import { card, prove } from "./parts.js";

const goes = ["account", "scores", "friends", "games"];

/**
 * Shows the receipt: all that is left of the account.
 * @param {Wire.Erasure} erasure
 */
function showReceipt({ receipt, requested, isFinished, erased }) {
    rememberName(null);
    playerChanged();
    const text = `${t("me.erased.file", { host: location.host })}\n${receipt}\n${requested}\n${erased.join("\n")}\n`;
    const save = h("button", { class: "button", type: "button", onclick: () => {
        const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
        h("a", { href: address, download: t("me.erased.file.name") }).click();
        setTimeout(() => URL.revokeObjectURL(address), 10_000);
    } }, icon("box"), t("me.erased.save"));
    const main = find("#main");
    document.title = `${t("me.erased")} · Laurel`;
    main.replaceChildren(h("section", { class: "card receipt" },
        h("span", { class: "mark wreath", "aria-hidden": "true" }),
        h("h1", { tabindex: "-1" }, t("me.erased")), h("p", {}, t(isFinished ? "me.erased.text" : "me.erased.going")),
        h("dl", { class: "device-facts" }, h("dt", {}, t("me.erased.receipt")), h("dd", {}, h("code", {}, receipt)),
            h("dt", {}, t("me.erased.when")), h("dd", {}, date(requested))),
        h("div", { class: "setting-actions" }, save,
            h("a", { class: "button button-primary", href: "/" }, t("me.erased.leave")))));
    find("h1", main).focus();
}

const lists = new Intl.ListFormat(language, { type: "conjunction" });

/**
 * The teams whose only owner the player is.
 * @param {{kind: string, values?: Wire.ProblemValues}} problem
 */
function tellTeams({ kind, values }) {
    const teams = kind === "sole-owner" ? values?.teams : undefined;
    return teams ? t("me.erase.owner", { teams: lists.format(teams.map((name) => `“${name}”`)) }) : null;
}

/**
 * Asks whether they are sure, and deletes the account.
 * @param {Wire.Player} player @returns {Promise<Wire.Erasure | undefined>} undefined: left
 */
async function askToErase(player) {
    const parts = [h("ul", { class: "goes" }, goes.map((what) => h("li", {}, t(`me.erase.goes.${what}`))))];
    const title = t("me.erase.ask", { name: player.alias ?? player.displayName });
    if (!(await providers.links()).hasPassword) {
        // The server wants to see that they have just signed in, which is asked for by itself.
        const isSure = await ask({ title, text: t("me.erase.sure"), confirm: t("me.erase.confirm"),
            isDangerous: true });
        return isSure ? security.erase() : undefined;
    }
    return prove({ title, text: t("me.erase.ask.text"), confirm: t("me.erase.confirm"),
        isDangerous: true, parts, tell: tellTeams, act: ({ password }) => security.erase(password) });
}

/** @param {Wire.Player} player */
async function erase(player) {
    try {
        const receipt = await askToErase(player);
        if (receipt !== undefined) showReceipt(receipt);
    } catch (error) {
        showBanner({ title: t("me.erase"), text: tellTeams(error) ?? describe(error) });
    }
}

/** @param {Wire.Player} player */
export async function draw(player) {
    return [
        card({ title: t("me.export"), text: t("me.export.text") }, h("div", { class: "setting-actions" },
            h("a", { class: "button", href: "/v1/players/me/export",
                download: `laurel-${player.alias ?? "player"}.json` }, icon("box"), t("me.export.get")))),
        card({ title: t("me.erase"), text: t("me.erase.text") }, h("div", { class: "setting-actions" },
            h("button", { class: "button button-danger", type: "button", onclick: () => erase(player) },
                t("me.erase.begin")))),
    ];
}
