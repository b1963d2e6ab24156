// The app at a glance.

import { viewHead } from "../../elements/connect-frame.js";

/** @param {HTMLElement} place @param {import("../app/app.js").Context} connect */
export function show(place, connect) {
    place.replaceChildren(viewHead(connect.app.name));
}
