// The pages that the player has made public: each can be opened or removed.

import { shares } from "../lib/api-share.js";
import { find, h } from "../lib/dom.js";
import { addTexts, date, describe, language, t } from "../lib/i18n.js";
import { onOtherTab, session, signInAddress } from "../lib/session.js";
import "../elements/chrome.js";
import { failure, state } from "../elements/state.js";

await addTexts("share");

/** Of what is still to come. */
const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
const main = find("#main");
document.title = `${t("share.list.title")} · Laurel`;

/** @param {Wire.Share} share */
function item(share) {
    const facts = [share.title, share.isChallenge && t("share.list.challenge"),
        share.expires && t("share.list.until", { date: day.format(new Date(share.expires)) }),
        !share.isChallenge && date(share.created)].filter(Boolean).join(" · ");
    const problem = h("p", { class: "field-error", role: "alert" });
    const remove = h("button", { class: "button button-small", type: "button", onclick: async () => {
        remove.setAttribute("aria-busy", "true");
        try {
            await shares.withdraw(share.id);
            await show();
            find("h1", main).focus();
        } catch (error) {
            remove.removeAttribute("aria-busy");
            problem.textContent = describe(error);
        }
    } }, t("share.withdraw"));
    const name = share.formatted ?? share.title ?? share.bundleID;
    return h("li", { class: "card share-item" },
        h("img", { class: "share-picture", src: new URL(share.image).pathname, alt: "", loading: "lazy" }),
        h("div", { class: "share-item-text" }, h("strong", {}, name), h("small", {}, facts), problem),
        h("div", { class: "actions" },
            h("a", { class: "button button-small", href: new URL(share.url).pathname }, t("share.list.open")), remove));
}

async function show() {
    try {
        if (await session() === null) {
            location.replace(signInAddress());
            return;
        }
        const list = await shares.list();
        const heading = h("h1", { tabindex: "-1" }, t("share.list.title"));
        main.classList.add("share-own");
        main.replaceChildren(heading, ...(list.length === 0
            ? [h("div", { class: "card" }, state({ title: t("share.list.none"), text: t("share.list.none.text"),
                actions: [h("a", { class: "button button-primary", href: "/" }, t("home"))] }))]
            : [h("p", { class: "soft" }, t("share.list.text")), h("ul", { class: "share-list" }, list.map(item))]));
    } catch (error) {
        main.replaceChildren(failure(error, show, "h1"));
    }
}

onOtherTab(() => location.reload());
show();
