// The ways between the pages of challenges.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { inEnvironment } from "../elements/group-challenge.js";

/** @typedef {"received" | "sent" | "history" | "groups"} ChallengeView */

export const viewNames = () => ({ received: t("social.challenges.received"), sent: t("social.challenges.sent"),
    history: t("social.challenges.history"), groups: t("social.challenges.groups") });

/**
 * @param {ChallengeView | null} current @param {Partial<Record<ChallengeView, HTMLElement>>} counts
 */
export function viewLinks(current, counts) {
    /** @type {[ChallengeView, string][]} */
    const views = Object.entries(viewNames()).map(([id, name]) => [/** @type {ChallengeView} */ (id), name]);
    return h("nav", { class: "view-links", "aria-label": t("social.challenges.views") }, views.map(([id, name]) =>
        h("a", { class: "button button-small", href: id === "groups" ? inEnvironment("/challenges/groups/", {})
            : inEnvironment("/challenges/", { view: id }), "aria-current": id === current && "page" }, name,
        counts[id])));
}
