// The player's own page. The address says which part:
//
//     /me/                          the profile
//     /me/?view=consent&game=BUNDLE whether a game may see friends (consent.js)
//
// GameKit's view controllers also open these, which lead on to the pages about friends (friends.js):
//
//     /me/?view=friends&player=ALIAS
//     /me/?view=request&to=ALIAS&to=ALIAS&mail=ADDRESS&message=TEXT

import { find, h } from "../lib/dom.js";
import { addTexts } from "../lib/i18n.js";
import { onOtherTab, rememberedName, session, signInAddress } from "../lib/session.js";
import "../elements/chrome.js";
import { failure } from "../elements/state.js";

await addTexts("me");

const main = find("#main");
const query = new URLSearchParams(location.search);
const isAboutFriends = ["friends", "request"].includes(query.get("view") ?? "") || query.has("player");

function skeleton() {
    return h("div", { class: "profile-head card", "aria-hidden": "true" },
        h("span", { class: "avatar avatar-large skeleton" }),
        h("div", { class: "profile-words" }, h("h1", { class: rememberedName() === null && "skeleton skeleton-text" },
            rememberedName() ?? ""), h("p", { class: "skeleton skeleton-text" })));
}

async function show() {
    try {
        const isBlank = !main.hasChildNodes() || main.querySelector(".state") !== null;
        if (isBlank && !isAboutFriends) main.replaceChildren(skeleton());
        const found = await session();
        if (found === null) {
            location.replace(signInAddress());
            return;
        }
        if (isAboutFriends) {
            const { friendsAddress } = await import("./friends.js");
            location.replace(await friendsAddress(query));
            return;
        }
        const { showProfile } = await import("./profile.js");
        await showProfile(main);
    } catch (error) {
        main.replaceChildren(failure(error, show, "h1"));
    }
}

if (query.get("view") === "consent") {
    await import("./consent.js");
} else {
    onOtherTab(show);
    show();
}
