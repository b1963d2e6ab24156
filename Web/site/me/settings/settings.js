// The player's settings, a part at a time: /me/settings/?view=privacy|notifications|young|sessions|security|data

import { find, h, oneOf, present } from "../../lib/dom.js";
import { addTexts, t } from "../../lib/i18n.js";
import { onOtherTab, session, signInAddress } from "../../lib/session.js";
import "../../elements/chrome.js";
import { icon } from "../../elements/icons.js";
import { failure } from "../../elements/state.js";

await addTexts("me");

/** Each part is a module of its own, loaded when it is shown. */
const views = /** @type {const} */ ({
    privacy: { picture: "me", load: () => import("./privacy.js") },
    young: { picture: "friends", load: () => import("./young.js") },
    notifications: { picture: "inbox", load: () => import("./notifications.js") },
    sessions: { picture: "device", load: () => import("./sessions.js") },
    security: { picture: "shield", load: () => import("./security.js") },
    data: { picture: "box", load: () => import("./data.js") },
});

const main = find("#main");
const asked = new URLSearchParams(location.search).get("view");
const names = /** @type {(keyof typeof views)[]} */ (Object.keys(views));
const view = oneOf(names, asked, "privacy");

const links = h("nav", { class: "settings-links", "aria-label": t("me.settings.parts") },
    Object.entries(views).map(([name, { picture }]) => h("a", { href: `/me/settings/?view=${name}`,
        "aria-current": name === view && "page" }, icon(picture), h("span", {}, t(`me.settings.${name}`)))));
const content = h("div", { class: "settings-content" });
document.title = `${t(`me.settings.${view}`)} · Laurel`;
main.replaceChildren(h("div", { class: "page-head" }, h("h1", {}, t("me.settings"))),
    h("div", { class: "settings" }, links, content));

function skeleton() {
    return h("div", { class: "card settings-skeleton", "aria-hidden": "true" },
        h("h2", { class: "skeleton skeleton-text" }), h("p", { class: "skeleton skeleton-text width-2" }),
        h("p", { class: "skeleton skeleton-text width-0" }));
}

async function show() {
    content.setAttribute("aria-busy", "true");
    content.replaceChildren(skeleton());
    try {
        const [found, part] = await Promise.all([session(), views[view].load()]);
        if (found === null) {
            location.replace(signInAddress());
            return;
        }
        content.replaceChildren(...present(await part.draw(found.player)));
    } catch (error) {
        content.replaceChildren(failure(error, show));
    }
    content.removeAttribute("aria-busy");
}

onOtherTab(show);
show();
