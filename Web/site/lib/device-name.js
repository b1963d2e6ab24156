// What this browser is called in the list of sessions, so that its owner knows it again.

const KEY = "laurel.device";

/** @typedef {[pattern: RegExp, name: string][]} Names */

/** @type {Names} */
const browsers = [[/Edg\//, "Edge"], [/OPR\//, "Opera"], [/Firefox\/|FxiOS\//, "Firefox"],
    [/SamsungBrowser\//, "Samsung"], [/Chrome\/|CriOS\/|Chromium\//, "Chrome"], [/Safari\//, "Safari"]];
/** @type {Names} */
const systems = [[/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Android/, "Android"], [/CrOS/, "ChromeOS"],
    [/Mac OS X/, "Mac"], [/Windows/, "Windows"], [/Linux/, "Linux"]];

/** @param {Names} list @param {string} text */
const first = (list, text) => list.find(([pattern]) => pattern.test(text))?.[1];

/**
 * Such as "Firefox-Linux"; empty for a browser that tells nothing.
 * @param {string} agent
 */
const kind = (agent) => [first(browsers, agent), first(systems, agent)].filter(Boolean).join("-");

/**
 * This browser by name, with a mark of its own: the server trusts a device from which its player came before, so nobody
 * else may guess what it is called.
 * @returns {string | undefined} undefined where nothing can be stored: it would be another device each time
 */
export function deviceName() {
    try {
        let mark = localStorage.getItem(KEY);
        if (mark === null) {
            const bytes = [...crypto.getRandomValues(new Uint8Array(12))];
            mark = bytes.map((byte) => byte.toString(36).padStart(2, "0")).join("");
            localStorage.setItem(KEY, mark);
        }
        return `${kind(navigator.userAgent) || "Browser"}.${mark}`;
    } catch {
        return undefined;
    }
}

/**
 * As it is shown: without its mark.
 * @param {string} device
 */
export function shownDevice(device) {
    const [name, mark] = device.split(".");
    return mark?.length >= 24 ? name.replace("-", ", ") : device;
}
