// An app's icon as its developer sees it: the picture that was put there, else the one beside its page if that is ours,
// else a placeholder of its name.

import { apps } from "../lib/api-connect.js";
import { h } from "../lib/dom.js";
import { pictureAddress, placeholder } from "./art.js";

/** @type {Map<string, Promise<?string>>} asked once a page */
const known = new Map();

/**
 * The address of the small icon; null when there is none.
 * @param {string} bundleID
 */
function address(bundleID) {
    const asked = known.get(bundleID) ?? apps.pictures(bundleID).then((pictures) => {
        const icon = pictures.find(({ place }) => place === "icon");
        return icon === undefined ? null : icon.small ?? icon.url;
    }, () => null);
    known.set(bundleID, asked);
    return asked;
}

/**
 * Another icon was put in place.
 * @param {string} bundleID
 */
export const forgetIcon = (bundleID) => known.delete(bundleID);

/** @param {{bundleID: string, name: string, link?: ?string}} app */
export function appIcon({ bundleID, name, link }) {
    const frame = h("div", { class: "art art-icon app-icon" }, placeholder(name));
    address(bundleID).then((own) => {
        const source = own ?? pictureAddress({ link }, "icon.svg");
        if (source === null) return;
        /** @type {HTMLImageElement} */
        const image = h("img", { src: source, alt: "", onload: () => { image.dataset.ready = ""; },
            onerror: () => image.remove() });
        frame.append(image);
    });
    return frame;
}
