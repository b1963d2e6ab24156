// Charts, drawn as SVG at the size they have: lines over days, and how values are spread.
//
// Each is a figure with its numbers in a table below, which a screen reader reads and anybody may open. The drawing
// itself is one stop for Tab; arrows walk along it, and what stands there is said.

import { find, h, lookUp, svg } from "../lib/dom.js";
import { addTexts, number, t } from "../lib/i18n.js";

await addTexts("figures");

/** Room for the labels beside and below the drawing, in CSS pixels. */
const LEFT = 44;
const RIGHT = 8;
const TOP = 12;
const BOTTOM = 24;

/**
 * The smallest of 1, 2, 5, 10, 20, … that is not less, times two: the middle line is a round number, too.
 * @param {number} most
 */
function roundTop(most) {
    if (most <= 4) return most <= 2 ? 2 : 4;
    const power = 10 ** Math.floor(Math.log10(most / 2));
    const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power * 2 >= most && Number.isInteger(factor * power));
    return (step ?? 10) * power * 2;
}

/**
 * A table of the same numbers.
 * @param {string} caption @param {string[]} head @param {Array<Array<string | number>>} rows
 */
function numbers(caption, head, rows) {
    return h("details", { class: "chart-numbers" }, h("summary", {}, t("figures.numbers")),
        h("div", { class: "chart-scroll", tabindex: "0", role: "group", "aria-label": caption }, h("table", {},
            h("caption", { class: "quiet-text" }, caption),
            h("thead", {}, h("tr", {}, head.map((name) => h("th", { scope: "col" }, name)))),
            h("tbody", {}, rows.map(([first, ...rest]) => h("tr", {}, h("th", { scope: "row" }, first),
                rest.map((cell) => h("td", {}, typeof cell === "number" ? number(cell) : cell))))))));
}

/**
 * The frame of a drawing: draws it anew when its width changes, and walks along it.
 * @param {{title: string, text?: string, level?: "h2" | "h3", legend?: Node | null | false, count: number, table: Node,
 *     draw: (width: number, height: number) => {node: SVGElement, x: (index: number) => number},
 *     say: (index: number) => string}} parts
 */
function figure({ title, text, level = "h3", legend, count, table, draw, say }) {
    const said = h("p", { class: "chart-said", "aria-hidden": "true" });
    const stage = h("div", { class: "chart-stage", tabindex: "0", role: "slider", "aria-label": title,
        "aria-valuemin": 1, "aria-valuemax": Math.max(count, 1), "aria-orientation": "horizontal" });
    /** @type {{node: SVGElement, x: (index: number) => number} | undefined} */
    let drawn;
    let at = count - 1;
    /** @param {number} index */
    function point(index, isShown = true) {
        at = Math.min(Math.max(index, 0), count - 1);
        stage.setAttribute("aria-valuenow", String(at + 1));
        stage.setAttribute("aria-valuetext", say(at));
        said.textContent = isShown ? say(at) : "";
        const line = lookUp(".chart-cursor", stage);
        if (line === null || drawn === undefined) return;
        const x = String(drawn.x(at));
        line.setAttribute("x1", x);
        line.setAttribute("x2", x);
        line.toggleAttribute("data-shown", isShown);
    }
    new ResizeObserver(([{ contentRect: { width, height } }]) => {
        if (width < 1) return;
        drawn = draw(width, height);
        drawn.node.append(svg("line", { class: "chart-cursor", y1: TOP, y2: height - BOTTOM }));
        stage.replaceChildren(drawn.node);
        point(at, document.activeElement === stage);
    }).observe(stage);
    stage.addEventListener("pointermove", ({ clientX }) => {
        if (drawn === undefined) return;
        const x = clientX - stage.getBoundingClientRect().left;
        const { x: xOf } = drawn;
        /** @param {number} index */
        const distance = (index) => Math.abs(xOf(index) - x);
        let best = 0;
        for (let index = 1; index < count; index += 1) if (distance(index) < distance(best)) best = index;
        point(best);
    });
    stage.addEventListener("pointerleave", () => point(at, document.activeElement === stage));
    stage.addEventListener("focus", () => point(at));
    stage.addEventListener("blur", () => point(at, false));
    stage.addEventListener("keydown", (event) => {
        const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowUp: at + 1, ArrowDown: at - 1, PageUp: at + 7,
            PageDown: at - 7, Home: 0, End: count - 1 }[event.key];
        if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        point(to);
    });
    return h("figure", { class: "chart" },
        h("figcaption", { class: "chart-head" }, h("div", {}, h(level, {}, title), text && h("p", {}, text)), legend),
        stage, said, table);
}

/**
 * The lines behind, with their numbers.
 * @param {number} top @param {number} width @param {(value: number) => number} y
 * @param {(value: number) => string} [write]
 */
function scale(top, width, y, write = number) {
    return [0, top / 2, top].map((value) => [
        svg("line", { class: "chart-grid", x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) }),
        svg("text", { class: "chart-label", x: LEFT - 8, y: y(value) + 4, "text-anchor": "end" }, write(value)),
    ]);
}

/**
 * Lines over days, the first one filled below.
 * @param {object} chart
 * @param {string} chart.title @param {string} [chart.text] under the title
 * @param {"h2" | "h3"} [chart.level] of the title
 * @param {string[]} chart.days what each day is called
 * @param {{name: string, values: number[]}[]} chart.series one or two
 * @returns {HTMLElement}
 */
export function lineChart({ title, text, level, days, series }) {
    const top = roundTop(Math.max(0, ...series.flatMap(({ values }) => values)));
    const short = new Intl.NumberFormat(document.documentElement.lang, { notation: "compact" });
    const legend = series.length > 1 && h("ul", { class: "chart-legend" }, series.map(({ name }, index) =>
        h("li", { "data-series": index + 1 }, name)));
    /** @param {number} width @param {number} height */
    function draw(width, height) {
        const inner = width - LEFT - RIGHT;
        /** @param {number} index */
        const x = (index) => LEFT + (days.length < 2 ? inner / 2 : (index * inner) / (days.length - 1));
        /** @param {number} value */
        const y = (value) => height - BOTTOM - (value * (height - TOP - BOTTOM)) / top;
        /** @param {number[]} values */
        const path = (values) => values.map((value, index) =>
            `${index === 0 ? "M" : "L"}${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join("");
        const every = Math.ceil(days.length / Math.max(2, Math.floor(inner / 92)));
        const labels = days.map((day, index) => ((days.length - 1 - index) % every === 0 ? svg("text", {
            class: "chart-label", x: x(index), y: height - 6,
            "text-anchor": index === days.length - 1 && days.length > 1 ? "end" : index === 0 ? "start" : "middle" },
        day) : null));
        const area = `${path(series[0].values)}L${x(days.length - 1)} ${y(0)}L${x(0)} ${y(0)}Z`;
        const node = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
            scale(top, width, y, (value) => short.format(value)).flat(), labels,
            svg("path", { class: "chart-area", d: area }),
            series.map(({ values }, index) =>
                svg("path", { class: "chart-line", "data-series": index + 1, d: path(values) })));
        return { node, x };
    }
    return figure({ title, text, level, legend, count: days.length, draw,
        say: (index) => t("figures.said", { where: days[index] ?? "", what: series.map(({ name, values }) =>
            t("figures.named", { name, value: values[index] ?? 0 })).join(t("figures.and")) }),
        table: numbers(title, [t("figures.day"), ...series.map(({ name }) => name)],
            days.map((day, index) => [day, ...series.map(({ values }) => values[index])]).reverse()) });
}

/**
 * How values are spread: a column for each range of values, and a line where a percentile is.
 * @param {object} chart
 * @param {string} chart.title @param {string} [chart.text] @param {"h2" | "h3"} [chart.level]
 * @param {{from: string, to: string, count: number}[]} chart.bins
 * @param {{name: string, value: string, at: number}[]} chart.marks `at`: in columns from the left edge
 * @param {string} chart.unit what is counted, as the head of a column
 */
export function histogram({ title, text, level, bins, marks, unit }) {
    const top = roundTop(Math.max(0, ...bins.map(({ count }) => count)));
    /** @param {{from: string, to: string}} bin */
    const name = ({ from, to }) => (from === to ? from : t("figures.range", { from, to }));
    /** @param {number} width @param {number} height */
    function draw(width, height) {
        const inner = width - LEFT - RIGHT;
        const step = inner / Math.max(bins.length, 1);
        /** @param {number} value */
        const y = (value) => height - BOTTOM - (value * (height - TOP - 16 - BOTTOM)) / top;
        /** @param {number} index */
        const x = (index) => LEFT + (index + 0.5) * step;
        const lines = marks.map(({ name: label, at }, index) => {
            const x = LEFT + at * step;
            const next = index + 1 < marks.length ? LEFT + marks[index + 1].at * step : width;
            return [svg("line", { class: "chart-mark", x1: x, x2: x, y1: TOP + 6, y2: height - BOTTOM }),
                next - x > 26 && svg("text", { class: "chart-label", x: Math.min(x, width - 14), y: TOP + 2,
                    "text-anchor": "middle" }, label)];
        });
        const gap = Math.min(2, step / 6);
        const node = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
            scale(top, width, y).flat(),
            bins.map(({ count }, index) => svg("rect", { class: "chart-bar", x: LEFT + index * step + gap,
                width: Math.max(step - 2 * gap, 1), y: Math.min(y(count), height - BOTTOM - (count > 0 ? 2 : 0)),
                height: Math.max(y(0) - y(count), count > 0 ? 2 : 0), rx: 2 })),
            lines.flat(),
            bins.length > 0 && [
                svg("text", { class: "chart-label", x: LEFT, y: height - 6 }, bins[0].from),
                svg("text", { class: "chart-label", x: width - RIGHT, y: height - 6, "text-anchor": "end" },
                    bins[bins.length - 1].to)]);
        return { node, x };
    }
    const legend = h("dl", { class: "chart-marks" }, marks.map((mark) =>
        h("div", {}, h("dt", {}, mark.name), h("dd", {}, mark.value))));
    const made = figure({ title, text, level, legend: null, count: bins.length, draw,
        say: (index) => t("figures.named", { name: bins[index] ? name(bins[index]) : "",
            value: bins[index]?.count ?? 0 }),
        table: numbers(title, [t("figures.values"), unit], bins.map((bin) => [name(bin), bin.count])) });
    find(".chart-said", made).after(legend);
    return made;
}

/**
 * Shares of a whole as bars, the largest first if the caller sorted them so.
 * @param {{title: string, text?: string, level?: "h2" | "h3",
 *     rows: {name: string, percent: ?number, note?: string}[]}} chart
 */
export function shareBars({ title, text, level = "h3", rows }) {
    const percent = new Intl.NumberFormat(document.documentElement.lang,
        { style: "percent", maximumFractionDigits: 1 });
    return h("figure", { class: "chart" },
        h("figcaption", { class: "chart-head" }, h("div", {}, h(level, {}, title), text && h("p", {}, text))),
        h("ul", { class: "shares" }, rows.map(({ name, percent: share, note }) => h("li", {},
            h("span", { class: "share-name" }, name, note && h("small", {}, note)),
            h("span", { class: "share-value" }, share === null ? "–" : percent.format(share / 100)),
            svg("svg", { class: "share-bar", "aria-hidden": "true" },
                svg("rect", { class: "share-track", width: "100%", height: "100%", rx: 4 }),
                svg("rect", { class: "share-fill", width: `${share ?? 0}%`, height: "100%", rx: 4 }))))));
}
