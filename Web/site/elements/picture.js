// The developer's picture beside the name of what it is of.

import { h } from "../lib/dom.js";

/**
 * False: there is none, and a row needs no placeholder.
 * @param {Wire.Picture} image
 */
export const picture = ({ url, isPlaceholder }) =>
    !isPlaceholder && h("img", { class: "person-picture", src: url, alt: "", loading: "lazy" });
