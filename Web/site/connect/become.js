// Becoming a developer: create a team, join one with a code, or accept an invitation.

import { teams } from "../lib/api-connect.js";
import { attribute, h } from "../lib/dom.js";
import { t, wholeDate } from "../lib/i18n.js";
import { viewHead } from "../elements/connect-frame.js";
import { bindForm, textField } from "./parts/form.js";
import { explain } from "./details.js";

/** Maximum length of a team name. */
const NAME_LIMIT = 100;

function found() {
    const name = textField({ name: "name", label: t("connect.become.team"), note: t("connect.become.team.note"),
        required: true, attributes: { maxlength: NAME_LIMIT, autofocus: true } });
    const code = textField({ name: "code", label: t("connect.become.code"), note: t("connect.become.code.note"),
        attributes: { maxlength: 64, autocapitalize: "none", spellcheck: "false" } });
    const form = bindForm({ fields: () => [name, code], parts: [name.element, code.element],
        save: t("connect.become.found"), saved: "", send: async () => {
            await teams.found(code.value === "" ? { name: name.value } : { name: name.value, code: code.value });
            location.assign("/connect/?new");
        } });
    form.element.className = "form";
    return h("section", { class: "card" }, h("h2", {}, t("connect.become.found.title")),
        h("p", {}, t("connect.become.found.text")), form.element);
}

function join() {
    const code = textField({ name: "code", label: t("connect.become.invitation"), required: true,
        note: t("connect.become.invitation.note"),
        attributes: { maxlength: 64, autocapitalize: "none", spellcheck: "false" } });
    const form = bindForm({ fields: () => [code], parts: [code.element], save: t("connect.become.join"), saved: "",
        send: async () => {
            await teams.join({ code: code.value });
            location.assign("/connect/");
        } });
    form.element.className = "form";
    return h("section", { class: "card" }, h("h2", {}, t("connect.become.join.title")),
        h("p", {}, t("connect.become.join.text")), form.element);
}

/** @param {Wire.TeamInvitation[]} invitations */
function waiting(invitations) {
    /** @param {Wire.TeamInvitation} invitation */
    const row = (invitation) => {
        const problem = h("p", { class: "field-error", role: "alert" });
        const accept = h("button", { class: "button button-primary button-small", type: "button", onclick: async () => {
            attribute(accept, "aria-busy", "true");
            try {
                await teams.join({ invitation: invitation.id });
                location.assign("/connect/");
            } catch (error) {
                attribute(accept, "aria-busy", null);
                problem.textContent = explain(error);
            }
        } }, t("connect.become.accept"));
        return h("li", { class: "list-row" }, h("div", { class: "list-text" }, h("strong", {}, invitation.teamName),
            h("span", {}, t("connect.become.until", { role: t(`connect.role.${invitation.role}`),
                date: wholeDate(invitation.expires) })), problem), accept);
    };
    return h("section", { class: "card" }, h("h2", {}, t("connect.become.waiting")),
        h("ul", { class: "list" }, invitations.map(row)));
}

/** @param {HTMLElement} main @param {{teams: object[]}} connect */
export async function becomeDeveloper(main, connect) {
    const { invitations } = await teams.list();
    document.title = `${t("connect.title")} · Laurel`;
    const isNew = connect.teams.length === 0;
    main.replaceChildren(h("div", { class: "welcome" },
        viewHead(t(isNew ? "connect.become.title" : "connect.become.another"), { text: t("connect.become.text"),
            actions: [!isNew && h("a", { class: "button", href: "/connect/" }, t("connect.cancel"))] }),
        invitations.length > 0 && waiting(invitations), found(), join(),
        h("p", {}, h("a", { href: "/reference/" }, t("connect.api")))));
}
