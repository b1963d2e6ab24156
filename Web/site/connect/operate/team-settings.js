// A team's API keys, name, two-factor requirement and deletion.

import { h, oneOf } from "../../lib/dom.js";
import { date, lead, t, wholeDate } from "../../lib/i18n.js";
import { showBanner } from "../../lib/banner.js";
import { state } from "../../elements/state.js";
import { cardTable } from "../../elements/table.js";
import { ROLES, roleName } from "./members.js";
import { explain } from "../details.js";
import { actButton, choice, formDialog, labelled, load, showSecrets, waitingCard } from "./parts.js";

/** @typedef {import("./members.js").TeamCalls} TeamCalls */

/** Choices for a key's lifetime, in days. */
const DAYS = [7, 30, 90, 366];

/** @param {TeamCalls} calls @param {?Wire.Member["role"]} own */
async function makeKey(calls, own) {
    const name = labelled({ label: t("operate.key.name"), note: t("operate.key.name.text"), name: "name",
        control: h("input", { autocomplete: "off", maxlength: 64, required: true }) });
    // A key can't have more permissions than its creator.
    const roles = ROLES.slice(Math.max(ROLES.indexOf(own ?? "owner"), 0)).filter((role) => role !== "owner");
    const role = labelled({ label: t("operate.role"), note: t("operate.key.role.text"), name: "role",
        control: choice(roles.map((value) => [value, roleName(value)]),
            roles[0] === "admin" ? "developer" : roles[0]) });
    const days = labelled({ label: t("operate.key.days"), name: "days",
        control: choice(DAYS.map((count) => [String(count), t("operate.activity.days", { count })]), "90") });
    let made = /** @type {?Wire.MadeKey} */ (null);
    const isDone = await formDialog({ title: t("operate.key.make"), text: t("operate.key.make.text"),
        action: t("operate.key.make"), fields: [name, role, days], act: async () => {
            made = await calls.makeKey({ name: name.control.value.trim(),
                role: oneOf(roles, role.control.value, roles[0]),
                days: Number(days.control.value) });
        } });
    if (isDone && made !== null) {
        await showSecrets(t("operate.key.secret"), t("operate.key.secret.text"), [[made.name, made.secret]]);
    }
    return isDone;
}

/** @param {HTMLElement} container @param {import("./members.js").Scope} of */
export function showKeys(container, { calls, team }) {
    const content = h("div", { class: "stack" }, waitingCard());
    const refresh = () => load(content, async () => {
        const keys = await calls.keys();
        const make = actButton(t("operate.key.make"), async () => {
            if (await makeKey(calls, team.role)) await refresh();
        }, { kind: "button-primary" });
        if (keys.length === 0) {
            return h("div", { class: "card" }, state({ title: t("operate.keys.none"), text: t("operate.keys.text"),
                actions: [make] }));
        }
        /** @param {Wire.Key} key */
        const revoke = async ({ id, name }) => {
            const isDone = await formDialog({ title: t("operate.key.revoke.title", { name }), isDangerous: true,
                text: t("operate.key.revoke.text"), action: t("operate.key.revoke"), act: () => calls.revokeKey(id) });
            if (isDone) await refresh();
        };
        return h("section", { class: "card stack" }, h("div", { class: "card-bar" },
            h("h2", {}, t("operate.keys")), make, h("p", {}, t("operate.keys.text"))),
        cardTable({ caption: t("operate.keys"), rows: keys, columns: [
            { name: t("operate.key.name"), kind: "head", cell: ({ name }) => name },
            { name: t("operate.role"), cell: ({ role }) => roleName(role) },
            { name: t("operate.key.maker"), cell: ({ maker }) => maker?.displayName ?? "–" },
            { name: t("operate.expires"), cell: ({ expires }) =>
                h("time", { datetime: expires, title: wholeDate(expires) }, date(expires)) },
            { name: t("operate.actions"), kind: "actions", cell: (key) => actButton(t("operate.key.revoke"),
                () => revoke(key), { label: t("operate.key.revoke.of", { name: key.name }) }) },
        ] }));
    });
    container.replaceChildren(content);
    return refresh();
}

/** @param {TeamCalls} calls @param {Wire.Team} team */
function nameForm(calls, team) {
    const name = labelled({ label: t("operate.team.name"), name: "name",
        control: h("input", { autocomplete: "off", maxlength: 64, required: true, value: team.name }) });
    const save = h("button", { class: "button button-primary", type: "submit" }, t("operate.save"));
    /** @param {SubmitEvent} event */
    const onsubmit = async (event) => {
        event.preventDefault();
        try {
            const changed = await calls.change({ name: name.control.value.trim() });
            team.name = changed.name;
            document.querySelectorAll("[data-team-name]").forEach((element) => { element.textContent = changed.name; });
            showBanner({ title: t("operate.team.renamed", { name: changed.name }) });
        } catch (error) {
            name.error(explain(error));
            name.control.focus();
        }
    };
    return h("form", { class: "search-row", novalidate: true, onsubmit }, name.element, save);
}

/** @param {HTMLElement} container @param {import("./members.js").Scope} of */
export function showSettings(container, { calls, team }) {
    const box = h("input", { type: "checkbox", checked: team.requiresTwoFactor, onchange: async () => {
        const wanted = box.checked;
        const isDone = await formDialog({ title: t(wanted ? "operate.team.factor.on" : "operate.team.factor.off"),
            text: t(wanted ? "operate.team.factor.on.text" : "operate.team.factor.off.text"),
            action: t(wanted ? "operate.team.factor.require" : "operate.team.factor.release"),
            act: async () => {
                team.requiresTwoFactor = (await calls.change({ requiresTwoFactor: wanted })).requiresTwoFactor;
            } });
        if (!isDone) box.checked = team.requiresTwoFactor;
    } });
    container.replaceChildren(
        h("section", { class: "card stack" }, h("h2", {}, t("operate.team.name")), nameForm(calls, team),
            h("p", { class: "field-note" }, lead("operate.team.id"), h("code", {}, team.id))),
        h("section", { class: "card stack" }, h("h2", {}, t("operate.team.factor")),
            h("label", { class: "check" }, box, h("span", {}, h("strong", {}, t("operate.team.factor.label")), h("br"),
                t("operate.team.factor.text")))),
        h("section", { class: "card stack" }, h("h2", {}, t("operate.team.delete")),
            h("p", {}, t("operate.team.delete.text")),
            h("div", {}, actButton(t("operate.team.delete"), async () => {
                const isDone = await formDialog({ title: t("operate.team.delete.title", { name: team.name }),
                    text: t("operate.team.delete.goes"), action: t("operate.team.delete"), isDangerous: true,
                    act: () => calls.remove() });
                if (isDone) location.assign("/connect/");
            }, { kind: "button-danger" }))));
}
