// JSON whose integers keep all 64 bits.
//
// JSON.parse rounds above 2^53, and a score or its context may be any Int64. Integers that a double cannot hold
// come out as BigInt; under the names below they are BigInt always, so that code never meets two types for one field.

/** Fields that are 64-bit integers on the wire. */
const WIDE = new Set(["value", "context", "lowest", "highest"]);

// A string, or an integer literal of its own. The order matters: digits inside a string are never seen.
const STRING_OR_INTEGER = /"(?:[^"\\]|\\.)*"|-?\d+(?![\d.eE])(?<![.eE+]\d*)/g;

// No JSON text of the server starts a string like this; one that did would be read as a string, not as a number.
const MARK = "\u{E000}int:";
const MARKED = /^\u{E000}int:-?\d+$/u;

/**
 * Reads JSON without losing digits.
 * @param {string} text
 * @returns {any} as JSON.parse, with BigInt for integers beyond 2^53 and for every 64-bit field
 * @throws {SyntaxError}
 */
export function parseJSON(text) {
    const marked = text.replace(STRING_OR_INTEGER, (token) => (
        token[0] === '"' ? token.replace(MARK, "int:") : token.length >= 16 ? `"${MARK}${token}"` : token
    ));
    return JSON.parse(marked, (key, value) => {
        if (typeof value === "string" && MARKED.test(value)) return BigInt(value.slice(MARK.length));
        if (typeof value === "number" && WIDE.has(key) && Number.isInteger(value)) return BigInt(value);
        return value;
    });
}

/**
 * Writes JSON; BigInt becomes a JSON integer. Members that are undefined are left out.
 * @param {any} value
 * @returns {string}
 */
export function encodeJSON(value) {
    if (typeof value === "bigint") return value.toString();
    if (Array.isArray(value)) return `[${value.map((item) => encodeJSON(item ?? null)).join(",")}]`;
    if (value !== null && typeof value === "object" && !(value instanceof Date)) {
        const members = Object.entries(value).filter(([, member]) => member !== undefined);
        return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${encodeJSON(member)}`).join(",")}}`;
    }
    return JSON.stringify(value);
}
