// A picture that is put in place: chosen or dropped, sent with its progress, shown at once, taken away again.

import { putPicture, removePicture } from "../../lib/api-connect.js";
import { attribute, h } from "../../lib/dom.js";
import { addTexts, t } from "../../lib/i18n.js";
import { explain } from "../details.js";

await addTexts("connect");

/** What the server takes, in bytes and kinds. */
const BYTES_LIMIT = 1_048_576;
const KINDS = ["image/png", "image/jpeg", "image/webp"];

/**
 * @param {{bundleID: string, place: string, label: string, url?: ?string, shape?: "square" | "icon" | "wide",
 *     isReadOnly?: boolean, changed?: (url: ?string) => void}} options `place` as `apps.pictures` has it
 */
export function pictureField({ bundleID, place, label, url = null, shape = "square", isReadOnly = false, changed }) {
    const input = h("input", { type: "file", class: "quiet-text", accept: KINDS.join(","), "aria-label": label,
        disabled: isReadOnly, onchange: () => { if (input.files?.[0]) send(input.files[0]); } });
    /** @type {HTMLLabelElement} */
    const frame = h("label", { class: "picture-frame", ondragover: over, ondrop: drop,
        ondragleave: () => attribute(frame, "data-over", null) });
    const bar = h("progress", { max: 1, value: 0, hidden: true, "aria-label": t("connect.picture.sending") });
    const problem = h("p", { class: "field-error", role: "alert" });
    const remove = h("button", { class: "link-button", type: "button", onclick: take }, t("connect.picture.remove"));
    const actions = h("div", { class: "picture-actions" }, remove);
    let shown = url;

    /** @param {?string} address */
    function draw(address) {
        attribute(frame, "data-filled", address !== null);
        frame.replaceChildren(input, address === null
            ? h("span", {}, t(isReadOnly ? "connect.picture.none" : "connect.picture.choose"))
            : h("img", { src: address, alt: label }));
        remove.hidden = shown === null || isReadOnly;
    }

    /** @param {DragEvent} event */
    function over(event) {
        event.preventDefault();
        attribute(frame, "data-over", true);
    }

    /** @param {DragEvent} event */
    function drop(event) {
        event.preventDefault();
        attribute(frame, "data-over", null);
        const [file] = event.dataTransfer?.files ?? [];
        if (file !== undefined && !isReadOnly) send(file);
    }

    /** @param {File} file */
    async function send(file) {
        problem.textContent = "";
        if (!KINDS.includes(file.type)) {
            problem.textContent = t("connect.picture.kind");
            return;
        }
        if (file.size > BYTES_LIMIT) {
            problem.textContent = t("connect.picture.size");
            return;
        }
        // The file itself is shown while it is under way.
        const own = URL.createObjectURL(file);
        draw(own);
        bar.hidden = false;
        bar.value = 0;
        try {
            const picture = await putPicture(bundleID, place, file, (part) => { bar.value = part; });
            shown = picture.url;
            changed?.(shown);
        } catch (error) {
            problem.textContent = explain(error);
        }
        draw(shown);
        bar.hidden = true;
        input.value = "";
        URL.revokeObjectURL(own);
    }

    async function take() {
        problem.textContent = "";
        attribute(remove, "aria-busy", "true");
        try {
            await removePicture(bundleID, place);
            shown = null;
            draw(null);
            input.focus();
            changed?.(null);
        } catch (error) {
            problem.textContent = explain(error);
        }
        attribute(remove, "aria-busy", null);
    }

    draw(url);
    return h("div", { class: "picture", "data-shape": shape }, frame, bar, actions, problem);
}
