// A new photo: cut to a square and made small here, so that a picture straight from a camera fits.

import { me } from "../lib/api-me.js";
import { showBanner } from "../lib/banner.js";
import { h } from "../lib/dom.js";
import { describe, number, t } from "../lib/i18n.js";
import { ask } from "../elements/dialog.js";
import { icon } from "../elements/icons.js";

/** Pixels a side; the server keeps 512. */
const SIDE = 768;
const QUALITY = 0.9;
/** Larger files are no photos, and would fill the memory of a phone. */
const BYTES_LIMIT = 40_000_000;

/**
 * The middle square of a picture, as a JPEG.
 * @param {File} file
 * @throws {Error} when the browser cannot read it
 */
async function square(file) {
    if (file.size > BYTES_LIMIT) throw new RangeError("too large");
    const picture = await createImageBitmap(file);
    const side = Math.min(picture.width, picture.height);
    const canvas = h("canvas", { width: Math.min(SIDE, side), height: Math.min(SIDE, side) });
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("no picture");
    // What is transparent would become black.
    context.fillStyle = "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side,
        0, 0, canvas.width, canvas.height);
    picture.close();
    return new Promise((resolve, reject) => {
        canvas.toBlob((blob) => (blob === null ? reject(new Error("no picture")) : resolve(blob)), "image/jpeg",
            QUALITY);
    });
}

/**
 * The button over the photo, and what becomes of the file.
 * @param {Wire.Player} player
 * @param {(profile: Wire.Profile) => void} redraw
 */
export function photoMenu(player, redraw) {
    const input = h("input", { type: "file", id: "photo", accept: "image/png,image/jpeg,image/webp",
        class: "quiet-text", tabindex: "-1", "aria-hidden": "true" });
    const problem = h("p", { class: "field-error", role: "alert" });
    const meter = h("progress", { max: 1, value: 0, hidden: true, "aria-label": t("me.photo.progress") });
    const change = h("button", { class: "photo-button", type: "button", onclick: () => input.click() },
        icon("photo"), h("span", { class: "quiet-text" }, t(player.photo ? "me.photo.change" : "me.photo.add")));
    /** @param {string} text */
    const fail = (text) => { problem.textContent = text; };
    input.addEventListener("change", async () => {
        const file = input.files?.[0];
        input.value = "";
        if (file === undefined) return;
        problem.textContent = "";
        change.setAttribute("aria-busy", "true");
        meter.hidden = false;
        try {
            const blob = await square(file).catch((error) => {
                fail(t(error instanceof RangeError ? "me.photo.too-large" : "me.photo.unreadable"));
                return null;
            });
            if (blob !== null) {
                await me.setPhoto(blob, (share) => { meter.value = share; });
                redraw(await me.profile());
                showBanner({ title: t("me.photo.done"), text: t("me.photo.done.text",
                    { size: number(Math.ceil(blob.size / 1_000)) }) });
            }
        } catch (error) {
            fail(describe(error));
        }
        meter.hidden = true;
        change.removeAttribute("aria-busy");
    });
    const remove = player.photo && h("button", { class: "link-button", type: "button", onclick: async () => {
        if (!await ask({ title: t("me.photo.remove.ask"), text: t("me.photo.remove.text"),
            confirm: t("me.photo.remove"), isDangerous: true })) return;
        try {
            await me.removePhoto();
            redraw(await me.profile());
        } catch (error) {
            fail(describe(error));
        }
    } }, t("me.photo.remove"));
    return h("div", { class: "photo-menu" }, change, input, meter, remove, problem);
}
