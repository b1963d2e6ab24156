// The form for editing a player's profile.

import { me } from "../lib/api-me.js";
import { h, oneOf } from "../lib/dom.js";
import { describe, t } from "../lib/i18n.js";
import { openDialog } from "../elements/dialog.js";
import { field, formError, submitButton } from "../elements/fields.js";

/** Characters, as the server counts them. */
const REAL_NAME = 60;
const STATUS = 140;

/** @type {import("../lib/api-me.js").Audience[]} */
const audiences = ["everyone", "friends", "nobody"];

/**
 * Who sees photo and status line.
 * @param {import("../lib/api-me.js").Audience} chosen
 */
export function audienceField(chosen) {
    const select = h("select", { class: "select", id: "audience", name: "audience" },
        audiences.map((id) => h("option", { value: id, selected: id === chosen }, t(`me.audience.${id}`))));
    return { select, element: h("div", { class: "field" }, h("label", { for: "audience" }, t("me.audience")), select),
        get value() { return oneOf(audiences, select.value, chosen); } };
}

/**
 * Only what is different: an alias can be changed now and then only.
 * @param {Wire.Profile} profile
 * @param {{alias: string, realName: string, status: string, audience: import("../lib/api-me.js").Audience}} wanted
 */
function difference(profile, { alias, realName, status, audience }) {
    /** @type {Wire.ProfileChange} */
    const change = {};
    if (alias !== profile.player.alias) change.alias = alias;
    if ((realName || null) !== profile.realName) change.realName = realName || null;
    if ((status || null) !== profile.status) change.status = status || null;
    if (audience !== profile.audience) change.audience = audience;
    return change;
}

/**
 * @param {import("../lib/api.js").Problem} error
 * @param {Record<"alias" | "realName" | "status", import("../elements/fields.js").LabelledField>} fields
 * @param {import("../elements/fields.js").FormError} problem
 */
function refuse(error, fields, problem) {
    /** @type {Record<string, import("../elements/fields.js").LabelledField | undefined>} */
    const named = { alias: fields.alias, realName: fields.realName, status: fields.status };
    const one = named[error.field ?? ""]
        ?? (error.kind === "alias-taken" ? fields.alias : undefined);
    if (one === undefined) {
        problem.show(describe(error));
        return;
    }
    one.error(error.field === "alias" && error.kind === "invalid-parameter" ? t("problem.invalid-parameter.alias")
        : describe(error));
    one.input.focus();
}

/**
 * Opens the form.
 * @param {Wire.Profile} profile
 * @returns {Promise<Wire.Profile | undefined>} what it is now; undefined: nothing was changed
 */
export function editProfile(profile) {
    return openDialog({ title: t("me.edit"), fill: (close, sending) => {
        const fields = {
            alias: field({ name: "alias", label: t("me.alias"), note: t("me.alias.note"), attributes: {
                value: profile.player.alias, maxlength: 64, autocapitalize: "none", spellcheck: "false",
                autocomplete: "nickname" } }),
            realName: field({ name: "realName", label: t("me.real-name"), note: t("me.real-name.note"), attributes: {
                value: profile.realName ?? "", maxlength: REAL_NAME, autocomplete: "name" } }),
            status: field({ name: "status", label: t("me.status"), note: t("me.status.note"), attributes: {
                value: profile.status ?? "", maxlength: STATUS, autocomplete: "off" } }),
        };
        const audience = audienceField(profile.audience);
        const problem = formError();
        const button = submitButton(t("me.save"));
        button.element.classList.remove("button-wide");
        /** @param {SubmitEvent} event */
        const onsubmit = async (event) => {
            event.preventDefault();
            if (button.isBusy) return;
            const change = difference(profile, { alias: fields.alias.value.trim(),
                realName: fields.realName.value.trim(), status: fields.status.value.trim(),
                audience: audience.value });
            if (Object.keys(change).length === 0) {
                close();
                return;
            }
            problem.show(null);
            button.busy(true);
            try {
                close(await sending(me.change(change)));
            } catch (error) {
                button.busy(false);
                refuse(error, fields, problem);
            }
        };
        return [h("form", { class: "form", novalidate: true, onsubmit }, fields.alias.element,
            fields.realName.element, fields.status.element, audience.element, problem.element,
            h("div", { class: "dialog-actions" }, h("button", { class: "button", type: "button",
                onclick: () => close() }, t("cancel")), button.element))];
    } });
}
