// The player's profile, and what they have done.

import { friends } from "../lib/api.js";
import { me } from "../lib/api-me.js";
import { h, lookUp } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { playerChanged, rememberName } from "../lib/session.js";
import { icon } from "../elements/icons.js";
import { photo } from "../elements/photo.js";
import { deeds } from "./deeds.js";
import { editProfile } from "./edit.js";
import { photoMenu } from "./photo-upload.js";


/** @param {string} value @param {string} text @param {string} [address] */
const fact = (value, text, address) => {
    const parts = [h("strong", {}, value), h("span", {}, text)];
    return h("li", {}, address ? h("a", { href: address }, parts) : h("span", {}, parts));
};

/** @param {Wire.Profile} profile @param {(profile: Wire.Profile) => void} redraw */
function head(profile, redraw) {
    const { player, realName, status, audience } = profile;
    const face = h("div", { class: "profile-photo" }, photo(player, "large"), photoMenu(player, redraw));
    const edit = h("button", { class: "button", type: "button", id: "edit-profile", onclick: async () => {
        const changed = await editProfile(profile);
        if (changed === undefined) return;
        rememberName(changed.player.displayName);
        redraw(changed);
    } }, t("me.edit"));
    return h("section", { class: "card profile-head", "aria-label": t("me.profile") }, face,
        h("div", { class: "profile-words" },
            h("h1", {}, player.alias ?? player.displayName),
            realName && h("p", { class: "profile-real" }, t("me.real-name.shown", { name: realName })),
            status ? h("p", { class: "profile-status" }, status)
                : h("p", { class: "profile-status soft" }, t("me.status.none")),
            h("p", { class: "profile-note" }, t(`me.audience.says.${audience}`))),
        h("div", { class: "profile-actions" }, edit,
            h("a", { class: "button", href: "/me/settings/" }, icon("gear"), t("me.settings"))));
}

/** @param {HTMLElement} main */
export async function showProfile(main) {
    const [profile, friendCount] = await Promise.all([me.profile(), friends.count()]);
    document.title = `${profile.player.alias} · Laurel`;
    const points = h("span", {}, "0");
    const pointsFact = h("li", {}, h("span", {}, h("strong", {}, points), h("span", {}, t("me.points"))));
    const gamesNumber = h("span", {}, "0");
    const gamesText = h("span", {}, t("me.games", { count: 0 }));
    const gamesFact = h("li", {}, h("a", { href: "/" }, h("strong", {}, gamesNumber), gamesText));
    const top = h("div", {}, head(profile, redraw));
    const found = deeds(({ points: sum, games }) => {
        points.textContent = sum;
        gamesNumber.textContent = number(games);
        gamesText.textContent = t("me.games", { count: games });
    });
    main.replaceChildren(top,
        h("ul", { class: "facts", "aria-label": t("me.facts") }, pointsFact, gamesFact,
            fact(number(friendCount), t("me.friends.count", { count: friendCount }), "/friends/")),
        h("div", { class: "profile-deeds" }, found.scores, found.achievements));
    /** @param {Wire.Profile} changed */
    function redraw(changed) {
        const isPhoto = document.activeElement?.closest(".profile-photo") !== null;
        top.replaceChildren(head(changed, redraw));
        (isPhoto ? lookUp(".profile-photo button", top) : lookUp("#edit-profile", top))?.focus();
        playerChanged();
    }
}
