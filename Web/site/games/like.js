// A like for a game, which friends see.

import { request } from "../lib/api.js";
import { showBanner } from "../lib/banner.js";
import { h } from "../lib/dom.js";
import { describe, t } from "../lib/i18n.js";
import { icon } from "../elements/icons.js";

/**
 * The button, and which friends like the game; for players who are signed in.
 * @param {Wire.Game} game
 */
export function like({ bundleID }) {
    const path = /** @type {const} */ (`/v1/games/${encodeURIComponent(bundleID)}`);
    const friends = h("span", { class: "like-friends", role: "status" });
    const button = h("button", { class: "button button-small like-button", type: "button", "aria-pressed": "false",
        onclick: () => change() }, icon("heart"), t("social.like"));
    /** @param {Wire.Likes} likes */
    const show = (likes) => {
        button.setAttribute("aria-pressed", String(likes.isLiked));
        const [first] = likes.friends;
        friends.textContent = first === undefined ? ""
            : t("social.like.friends", { name: first.displayName, others: likes.total - 1 });
    };
    const change = async () => {
        if (button.getAttribute("aria-busy") === "true") return;
        button.setAttribute("aria-busy", "true");
        try {
            show(button.getAttribute("aria-pressed") === "true" ? await request("DELETE", `${path}/like`)
                : await request("PUT", `${path}/like`));
        } catch (error) {
            showBanner({ title: t("social.like.failed"), text: describe(error) });
        }
        button.removeAttribute("aria-busy");
    };
    // Without an answer the button stands unpressed: it says what went wrong when it is pressed.
    request("GET", `${path}/likes`).then(show, () => {});
    return h("div", { class: "like" }, button, friends);
}
