// How a score will look, before there is one: what the server's ScoreFormatter and NumberStyle do, for previews.
// A browser test holds both to the same examples. Pages that show real scores show what the server formatted.

/**
 * @typedef {{digits?: number, clock?: number, hundredths?: boolean, money?: string}} Look
 * @typedef {{grouping: string, decimal: string, position: string, leading: number}} Style
 */

/**
 * The eighteen formats: fraction digits, clock parts, or a currency.
 * @type {Record<string, Look>}
 */
const SHAPES = {
    integer: { digits: 0 }, fixedPoint1: { digits: 1 }, fixedPoint2: { digits: 2 }, fixedPoint3: { digits: 3 },
    elapsedTimeMinute: { clock: 1 }, elapsedTimeSecond: { clock: 2 },
    elapsedTimeCentisecond: { clock: 2, hundredths: true },
    dollarWhole: { money: "$", digits: 0 }, dollarDecimal: { money: "$", digits: 2 },
    euroWhole: { money: "€", digits: 0 }, euroDecimal: { money: "€", digits: 2 },
    francWhole: { money: "CHF", digits: 0 }, francDecimal: { money: "CHF", digits: 2 },
    kroneWhole: { money: "kr", digits: 0 }, kroneDecimal: { money: "kr", digits: 2 },
    poundWhole: { money: "£", digits: 0 }, poundDecimal: { money: "£", digits: 2 },
    yenWhole: { money: "¥", digits: 0 },
};

export const FORMATS = Object.keys(SHAPES);

const SPACE = "\u00A0";
const NARROW = "\u202F";
/** @param {string} grouping @param {string} decimal @param {string} position @returns {Style} */
const style = (grouping, decimal, position, leading = 1) => ({ grouping, decimal, position, leading });
const ENGLISH = style(",", ".", "before");

/**
 * How a language writes numbers and money (NumberStyle.swift).
 * @param {string} tag
 */
function styleOf(tag) {
    const [first, ...rest] = tag.toLowerCase().split("-");
    /** @param {string} names */
    const isOf = (names) => names.split(" ").includes(first);
    if (isOf("de it da el hr ro sl vi")) return style(".", ",", "after");
    if (isOf("es")) return style(".", ",", "after", 2);
    if (isOf("fr")) return style(NARROW, ",", "after");
    if (isOf("ru sv nb nn no fi cs hu sk uk")) return style(SPACE, ",", "after");
    if (isOf("pl bg")) return style(SPACE, ",", "after", 2);
    if (isOf("nl")) return style(".", ",", "beforeSpacedAndMinus");
    if (isOf("tr")) return style(".", ",", "before");
    if (isOf("id")) return style(".", ",", "beforeSpaced");
    if (isOf("pt")) return rest.includes("br") ? style(".", ",", "beforeSpaced") : style(SPACE, ",", "after", 2);
    return ENGLISH;
}

/** @param {bigint} magnitude @param {number} digits @param {Style} style */
function plainNumber(magnitude, digits, { grouping, decimal, leading }) {
    const unit = 10n ** BigInt(digits);
    const whole = String(magnitude / unit);
    const isGrouped = whole.length >= (leading > 1 ? 5 : 4);
    const front = isGrouped ? whole.replaceAll(/\B(?=(\d{3})+$)/g, grouping) : whole;
    return digits === 0 ? front : front + decimal + String(magnitude % unit).padStart(digits, "0");
}

/** @param {bigint} seconds @param {number} parts */
function clock(seconds, parts) {
    let rest = seconds;
    let text = "";
    for (let part = 0; part < parts; part += 1) {
        text = `:${String(rest % 60n).padStart(2, "0")}${text}`;
        rest /= 60n;
    }
    return String(rest) + text;
}

/** @param {bigint} magnitude @param {Look} look @param {Style} numbers @param {boolean} isNegative */
function money(magnitude, { money: symbol = "", digits = 0 }, numbers, isNegative) {
    const text = plainNumber(magnitude, digits, numbers);
    const minus = isNegative ? "-" : "";
    if (numbers.position === "after") return `${minus}${text}${SPACE}${symbol}`;
    if (numbers.position === "beforeSpacedAndMinus") return `${symbol}${SPACE}${minus}${text}`;
    const isSetOff = numbers.position !== "before" || /^[A-Za-z]/.test(symbol);
    return `${minus}${symbol}${isSetOff ? SPACE : ""}${text}`;
}

/**
 * The value that is shown as one, and takes the singular.
 * @param {Look} look
 */
const oneOf = ({ digits = 0 }) => 10n ** BigInt(digits);

/**
 * @param {bigint | number} value in the format's raw unit
 * @param {{format: string, language: string, suffixSingular?: ?string, suffixPlural?: ?string}} look
 */
export function formatScore(value, { format, language, suffixSingular, suffixPlural }) {
    const score = BigInt(value);
    const shape = SHAPES[format] ?? SHAPES.integer;
    const isNegative = score < 0n;
    const magnitude = isNegative ? -score : score;
    const numbers = styleOf(language);
    const suffix = (score === oneOf(shape) ? suffixSingular ?? suffixPlural : suffixPlural ?? suffixSingular) ?? "";
    if (shape.money !== undefined) return money(magnitude, shape, numbers, isNegative) + suffix;
    const seconds = shape.hundredths ? magnitude / 100n : magnitude;
    const hundredths = shape.hundredths ? `:${String(magnitude % 100n).padStart(2, "0")}` : "";
    const text = shape.clock === undefined ? plainNumber(magnitude, shape.digits ?? 0, numbers)
        : clock(seconds, shape.clock) + hundredths;
    return (isNegative ? "-" : "") + text + suffix;
}
