// A team's members, invitations and role permissions.

import { h, oneOf } from "../../lib/dom.js";
import { date, t, wholeDate } from "../../lib/i18n.js";
import { showBanner } from "../../lib/banner.js";
import { cardTable } from "../../elements/table.js";
import { actButton, choice, face, formDialog, labelled, load, showSecrets, waitingCard } from "./parts.js";

/**
 * @typedef {ReturnType<typeof import("../../lib/api-operate.js").team>} TeamCalls
 * @typedef {{calls: TeamCalls, connect: import("../../elements/connect-frame.js").Connect, team: Wire.Team}} Scope
 */

/** @type {Wire.Member["role"][]} */
export const ROLES = ["owner", "admin", "developer", "moderator", "viewer"];
/**
 * Permissions per role; docs/concepts/teams.md has the same table.
 * @type {Record<string, Wire.Member["role"][]>}
 */
const RIGHTS = { view: ROLES, configure: ["owner", "admin", "developer"], wipe: ["owner", "admin", "developer"],
    export: ["owner", "admin", "developer", "moderator"], moderate: ["owner", "admin", "moderator"],
    release: ["owner", "admin"], audit: ["owner", "admin"], manageMembers: ["owner", "admin"],
    importScores: ["owner", "admin"], manageKeys: ["owner", "admin"], manageTeam: ["owner"] };

/** @param {string} role */
export const roleName = (role) => t(`operate.role.${role}`);

/**
 * The roles this person can assign; only owners can make owners.
 * @param {(right: string) => boolean} can
 */
export const rolesToGive = (can) => ROLES.filter((role) => role !== "owner" || can("manageTeam"));

/**
 * The permissions table, with one's own role marked.
 * @param {?Wire.Member["role"]} own
 */
function rights(own) {
    return h("details", { class: "card" }, h("summary", {}, t("operate.rights")), h("div", { class: "rights-scroll" },
        h("table", { class: "rights" }, h("caption", { class: "quiet-text" }, t("operate.rights")),
            h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("operate.rights.may")), ROLES.map((role) =>
                h("th", { scope: "col" }, roleName(role), role === own && ` (${t("you")})`)))),
            h("tbody", {}, Object.entries(RIGHTS).map(([right, holders]) => h("tr", {},
                h("th", { scope: "row" }, t(`operate.right.${right}`)), ROLES.map((role) =>
                    h("td", {}, holders.includes(role) ? h("span", { role: "img", "aria-label": t("operate.yes") }, "●")
                        : h("span", { class: "quiet-text" }, t("operate.no")))))))))) ;
}

/** @param {TeamCalls} calls @param {(right: string) => boolean} can */
async function invite(calls, can) {
    const role = labelled({ label: t("operate.role"), name: "role",
        control: choice(rolesToGive(can).map((name) => [name, roleName(name)]), "developer") });
    const alias = labelled({ label: t("operate.invite.alias"), note: t("operate.invite.alias.text"), name: "alias",
        control: h("input", { autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 64 }) });
    let made = /** @type {?Wire.MadeTeamInvitation} */ (null);
    const isDone = await formDialog({ title: t("operate.invite.title"), text: t("operate.invite.text"),
        action: t("operate.invite"), fields: [role, alias], act: async () => {
            const name = alias.control.value.trim();
            made = await calls.invite({ role: oneOf(ROLES, role.control.value, "developer"),
                ...(name === "" ? {} : { alias: name }) });
        } });
    if (!isDone || made === null) return false;
    if (made.player !== null) showBanner({ title: t("operate.invited", { name: made.player.displayName }) });
    else {
        await showSecrets(t("operate.invite.code.title"), t("operate.invite.code.text"), [
            [t("operate.invite.code"), made.code],
            [t("operate.invite.link"), `${location.origin}/connect/team/#join=${encodeURIComponent(made.code)}`]]);
    }
    return true;
}

/** @param {Wire.Member[]} members @param {Omit<Scope, "team"> & {refresh: () => Promise<void>}} of */
function memberTable(members, { calls, connect, refresh }) {
    const mayManage = connect.can("manageMembers");
    /** @param {Wire.Member} member */
    const isSelf = ({ player }) => player.id === connect.player.id;
    /** @param {Wire.Member} member */
    const mayChange = (member) => mayManage && (member.role !== "owner" || connect.can("manageTeam"));
    /** @param {Wire.Member} member @param {Wire.Member["role"]} role */
    const change = async (member, role) => {
        await calls.setRole(member.player.id, role);
        showBanner({ title: t("operate.role.changed", { name: member.player.displayName, role: roleName(role) }) });
        await refresh();
    };
    /** @param {Wire.Member} member */
    const remove = async (member) => {
        const name = member.player.displayName;
        const isDone = await formDialog({ isDangerous: true,
            title: isSelf(member) ? t("operate.leave.title") : t("operate.member.remove.title", { name }),
            text: t(isSelf(member) ? "operate.leave.text" : "operate.member.remove.text"),
            action: t(isSelf(member) ? "operate.leave" : "operate.member.remove"),
            act: () => calls.removeMember(member.player.id) });
        if (!isDone) return;
        if (isSelf(member) && !connect.isAdministrator) location.assign("/connect/");
        else await refresh();
    };
    return cardTable({ caption: t("operate.members"), rows: members, columns: [
        { name: t("operate.member"), kind: "head", cell: (member) => h("span", { class: "who" },
            face(member.player), h("span", {}, member.player.displayName, " ",
                isSelf(member) && h("span", { class: "badge" }, t("you")))) },
        { name: t("operate.role"), cell: (member) => (mayChange(member)
            ? choice(rolesToGive(connect.can).map((name) => [name, roleName(name)]), member.role, {
                class: "select select-small", "aria-label": t("operate.role.of", { name: member.player.displayName }),
                onchange: async ({ target }) => {
                    const asked = await formDialog({ title: t("operate.role.title", { name: member.player.displayName,
                        role: roleName(target.value) }), text: t(`operate.role.${target.value}.text`),
                    action: t("operate.role.change"), act: () => change(member, target.value) });
                    if (!asked) target.value = member.role;
                } })
            : h("span", {}, roleName(member.role))) },
        { name: t("operate.member.factor"), cell: ({ hasTwoFactor }) => h("span", {
            class: `badge ${hasTwoFactor ? "" : "badge-quiet"}` }, t(hasTwoFactor ? "operate.yes" : "operate.no")) },
        { name: t("operate.member.joined"), cell: ({ joined }) =>
            h("time", { datetime: joined, title: wholeDate(joined) }, date(joined)) },
        { name: t("operate.actions"), kind: "actions", cell: (member) => (mayChange(member) || isSelf(member))
            && actButton(t(isSelf(member) ? "operate.leave" : "operate.member.remove"), () => remove(member),
                { label: t(isSelf(member) ? "operate.leave" : "operate.member.remove.of",
                    { name: member.player.displayName }) }) },
    ] });
}

/** @param {Wire.TeamInvitation[]} invitations @param {{calls: TeamCalls, refresh: () => Promise<void>}} of */
function invitationTable(invitations, { calls, refresh }) {
    return cardTable({ caption: t("operate.invitations"), rows: invitations, columns: [
        { name: t("operate.invitation"), kind: "head", cell: ({ player }) =>
            player?.displayName ?? t("operate.invitation.code") },
        { name: t("operate.role"), cell: ({ role }) => roleName(role) },
        { name: t("operate.expires"), cell: ({ expires }) =>
            h("time", { datetime: expires, title: wholeDate(expires) }, date(expires)) },
        { name: t("operate.actions"), kind: "actions", cell: ({ id, player }) =>
            actButton(t("operate.invitation.revoke"), async () => {
                await calls.revokeInvitation(id);
                showBanner({ title: t("operate.invitation.revoked") });
                await refresh();
            }, { label: t("operate.invitation.revoke.of",
                { name: player?.displayName ?? t("operate.invitation.code") }) }) },
    ] });
}

/** @param {HTMLElement} container @param {Scope} of */
export function showMembers(container, { calls, connect, team }) {
    const mayManage = connect.can("manageMembers");
    const content = h("div", { class: "stack" }, waitingCard());
    const refresh = () => load(content, async () => {
        const [members, invitations] = await Promise.all([calls.members(), mayManage ? calls.invitations() : []]);
        return [h("section", { class: "card stack" }, h("div", { class: "card-bar" }, h("h2", {}, t("operate.members")),
            mayManage && actButton(t("operate.invite"), async () => {
                if (await invite(calls, connect.can)) await refresh();
            }, { kind: "button-primary" })), memberTable(members, { calls, connect, refresh })),
        invitations.length > 0 && h("section", { class: "card stack" }, h("h2", {}, t("operate.invitations")),
            invitationTable(invitations, { calls, refresh })), rights(team.role)];
    });
    container.replaceChildren(content);
    return refresh();
}
