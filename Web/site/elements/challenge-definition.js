// What a game's players can challenge a group of friends to, as a row.

import { h, present } from "../lib/dom.js";
import { language, t } from "../lib/i18n.js";
import { inEnvironment } from "./group-challenge.js";
import { picture } from "./picture.js";

const choices = new Intl.ListFormat(language, { type: "disjunction" });

/**
 * For how long, and how often each may try.
 * @param {Wire.ChallengeDefinition} definition
 */
export function definitionTerms({ durations, isRepeatable }) {
    const long = durations.length === 0 ? t("groups.duration.occurrence")
        : choices.format(durations.map((duration) => t(`groups.duration.${duration}`)));
    return `${long} · ${isRepeatable ? t("groups.tries.choice") : t("groups.tries.each", { count: 1 })}`;
}

/** @param {string} bundleID @param {Wire.ChallengeDefinition} definition @param {?string} board its name */
export function definitionRow(bundleID, definition, board) {
    const { id, title, details, image } = definition;
    const words = t("social.pick.title");
    return h("li", { class: "person", "data-definition": id }, picture(image),
        h("div", { class: "person-text" }, h("strong", {}, title), details !== "" && h("span", {}, details),
            h("small", {}, present([board, definitionTerms(definition)]).join(" · "))),
        h("div", { class: "person-actions" }, h("a", { class: "button button-small",
            href: inEnvironment("/challenges/groups/new/", { game: bundleID, definition: id }),
            "aria-label": `${words}: ${title}` }, words)));
}
