// The language that the pages were set to, and numbers and moments in it.

function choose() {
    /** @type {(string | null)[]} */
    let asked = [];
    try {
        asked = [localStorage.getItem("laurel.language")];
    } catch {
        // Storage is off: the browser's own language then.
    }
    for (const tag of [...asked, ...navigator.languages]) {
        if (/^zh\b/i.test(tag ?? "")) return "zh-Hans";
        if (/^en\b/i.test(tag ?? "")) return "en";
    }
    return "en";
}

export const language = choose();
document.documentElement.lang = language;

const format = new Intl.NumberFormat(language);
/** @param {number} value */
export const number = (value) => format.format(value);

const moments = new Intl.DateTimeFormat(language,
    { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
/** @param {string} value as RFC 3339 has it */
export const moment = (value) => moments.format(new Date(value));
