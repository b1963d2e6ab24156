// What a page owes to readers who do not see it, do not use a pointer, or need contrast: checked in the page itself.
//
// The body of a function, as WebDriver's `execute/sync` runs it; it waits for nothing but itself and answers a list
// of sentences, empty for a good page. Rules are those of WCAG 2.2, named by their numbers, and of ARIA 1.2.
// `arguments[0]`: `{target}`, the least width and height of what is pressed (24 pixels, rule 2.5.8).
// It moves the focus about and puts it back. `element` in a sentence is a short path to it.

const { target = 24 } = arguments[0] ?? {};
const found = [];
const say = (rule, element, text) => void found.push(`${rule} ${path(element)}: ${text}`);

const NATIVE = "a[href], button, input:not([type=hidden]), select, textarea, summary";
const WIDGETS = "button link tab menuitem switch checkbox radio option slider combobox textbox".split(" ")
    .map((role) => `[role=${role}]`).join();
const FIELDS = "input:not([type=hidden]):not([type=button]):not([type=submit]), select, textarea";
const ROLES = new Set(("alert alertdialog application article banner button cell checkbox columnheader combobox " +
    "complementary contentinfo dialog form grid gridcell group heading img link list listbox listitem log main menu " +
    "menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option presentation progressbar " +
    "radio radiogroup region row rowgroup rowheader search searchbox separator slider spinbutton status switch tab " +
    "table tablist tabpanel textbox timer toolbar tooltip").split(" "));
/** What a role may not stand without, above it. */
const PARENTS = { tab: "[role=tablist]", menuitem: "[role=menu]", option: "[role=listbox]",
    listitem: "ul, ol, [role=list]", row: "table, [role=table], [role=grid]", cell: "tr, [role=row]",
    columnheader: "tr, [role=row]", rowheader: "tr, [role=row]" };

const all = (selector, root = document) => [...root.querySelectorAll(selector)];

function path(element) {
    const parts = [];
    for (let at = element; at instanceof Element && at !== document.body && parts.length < 4; at = at.parentElement) {
        parts.unshift([at.localName, at.id ? `#${at.id}` : [...at.classList].map((one) => `.${one}`)].flat().join(""));
        if (at.id) break;
    }
    const text = (element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 30);
    return `${parts.join(" > ")}${text ? ` “${text}”` : ""}`;
}

const isDrawn = (element) => element.checkVisibility({ checkVisibilityCSS: true })
    && element.getClientRects().length > 0;
/** For those alone who listen: as large as a dot. */
const isQuiet = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width <= 1 || height <= 1 || element.closest(".quiet-text") !== null;
};
const isSilent = (element) => element.closest("[aria-hidden=true], [inert]") !== null;
const isOff = (element) => element.matches(":disabled, [aria-disabled=true], :disabled *, [aria-disabled=true] *");

// Names (accname 1.2, as far as pages need it)

function name(element, isInside = false) {
    const labels = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean)
        .map((id) => document.getElementById(id)).filter(Boolean);
    if (labels.length > 0 && !isInside) return labels.map((label) => name(label, true)).join(" ").trim();
    const given = element.getAttribute("aria-label")?.trim();
    if (given) return given;
    if (!isInside && element.labels?.length > 0) {
        return [...element.labels].map((label) => name(label, true)).join(" ").trim();
    }
    if (element.matches("img, input[type=image]")) return (element.alt ?? "").trim();
    if (element.matches("input[type=submit], input[type=button]")) return element.value;
    if (element instanceof SVGElement) return (element.querySelector(":scope > title")?.textContent ?? "").trim();
    return (element.matches(FIELDS) ? "" : words(element)) || (element.getAttribute("title") ?? "").trim();
}

/** The names of all that an element holds. */
function words(element) {
    return [...element.childNodes].map((child) => {
        if (child instanceof Text) return child.data;
        if (!(child instanceof Element) || child.getAttribute("aria-hidden") === "true") return "";
        return child.checkVisibility({ checkVisibilityCSS: true }) ? ` ${name(child, true)} ` : "";
    }).join("").replace(/\s+/g, " ").trim();
}

function names() {
    for (const element of all(`${NATIVE}, ${WIDGETS}, dialog[open], [role=dialog], [role=img], iframe`)) {
        if (!isDrawn(element) || isSilent(element)) continue;
        const said = name(element);
        if (said === "") say("4.1.2", element, "has no name");
        // What is read on it must be in its name, or who speaks to the page cannot press it (2.5.3).
        const plain = (text) => text.toLowerCase().replace(/[\s\p{P}\p{S}]+/gu, "");
        if (element.matches("a[aria-label], button[aria-label]") && !plain(said).includes(plain(words(element)))) {
            say("2.5.3", element, `is named “${said}”`);
        }
    }
    for (const field of all(FIELDS)) {
        if (isDrawn(field) && !isSilent(field) && name(field) === "") say("3.3.2", field, "has no label");
    }
    for (const image of all("img")) if (!image.hasAttribute("alt")) say("1.1.1", image, "has no alternative text");
    for (const drawing of all("svg")) {
        const isTold = drawing.closest("[aria-hidden=true]") !== null || drawing.closest("[role=img]") !== null;
        if (isDrawn(drawing) && !isTold) say("1.1.1", drawing, "is neither hidden nor an image with a name");
    }
    const navigations = all("nav, [role=navigation]").filter(isDrawn);
    if (new Set(navigations.map((element) => name(element))).size < navigations.length) {
        say("2.4.1", navigations[0], "shares its name with another navigation");
    }
}

// Structure

function structure() {
    const root = document.documentElement;
    if (!root.lang) say("3.1.1", root, "names no language");
    if (document.title.trim() === "") say("2.4.2", root, "has no title");
    if (all("main").filter(isDrawn).length !== 1) say("1.3.1", document.body, "has not one main part");
    const top = document.querySelector("dialog:modal") ?? document;
    const headings = all("h1, h2, h3, h4, h5, h6", top)
        .filter((one) => isDrawn(one) && !isSilent(one) && one.getAttribute("role") !== "presentation");
    const first = all("h1:not([role=presentation])").filter(isDrawn);
    if (first.length !== 1) say("1.3.1", document.body, `has ${first.length} headings of the first level`);
    let last = top === document ? 0 : 1;
    for (const heading of headings) {
        const level = Number(heading.localName[1]);
        if (level > last + 1) say("1.3.1", heading, `a level ${level} heading after level ${last}`);
        if (name(heading) === "") say("1.3.1", heading, "an empty heading");
        last = level;
    }
    const ids = all("[id]").map(({ id }) => id);
    for (const id of new Set(ids.filter((one, at) => ids.indexOf(one) !== at))) {
        say("4.1.1", document.getElementById(id), "shares its id with another element");
    }
    for (const attribute of ["aria-labelledby", "aria-describedby", "aria-controls", "for"]) {
        for (const element of all(`[${attribute}]`).filter(isDrawn)) {
            for (const id of element.getAttribute(attribute).split(/\s+/).filter(Boolean)) {
                if (document.getElementById(id) === null) say("4.1.2", element, `${attribute} names ${id}: not there`);
            }
        }
    }
    for (const list of all("ul, ol")) {
        if (list.getAttribute("role")) continue;
        for (const child of list.children) {
            if (!child.matches("li, script, template")) say("1.3.1", child, "stands in a list and is no item");
        }
    }
    for (const element of all("[role]").filter(isDrawn)) {
        const role = element.getAttribute("role");
        if (!ROLES.has(role)) say("4.1.2", element, `there is no role ${role}`);
        const parent = PARENTS[role];
        if (parent && element.parentElement.closest(parent) === null) {
            say("1.3.1", element, `a ${role} outside of ${parent}`);
        }
        if (role === "tab" && !element.hasAttribute("aria-selected")) say("4.1.2", element, "says not if it is chosen");
    }
    // A page that cuts off what is too wide does not scroll: that is worse.
    for (const element of [root, ...all("main")]) {
        const { scrollWidth, clientWidth } = element;
        if (scrollWidth > clientWidth) say("1.4.10", element, `holds ${scrollWidth} pixels, shows ${clientWidth}`);
    }
}

// Colours: as the browser itself reads them, so that oklab and color-mix count too

const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const colours = new Map();

function colour(text) {
    if (!colours.has(text)) {
        pen.clearRect(0, 0, 1, 1);
        pen.fillStyle = text;
        pen.fillRect(0, 0, 1, 1);
        const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
        colours.set(text, [red, green, blue, alpha / 255]);
    }
    return colours.get(text);
}

const over = ([r, g, b, a], below) => [r, g, b].map((part, at) => part * a + below[at] * (1 - a));

/** What lies behind a text; null where there is a picture, whose colours nobody can tell. */
function ground(element) {
    const layers = [];
    for (let at = element; at !== null; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.backgroundImage !== "none") return null;
        const layer = colour(style.backgroundColor);
        if (layer[3] > 0) layers.unshift(layer);
        if (layer[3] === 1) return layers.reduce((below, one) => over(one, below), [255, 255, 255]);
        const picture = at.parentElement?.querySelector(":scope > .art, :scope > img, :scope > svg, :scope > canvas");
        if (picture && style.position !== "static" && getComputedStyle(picture).position === "absolute") return null;
    }
    return layers.reduce((below, one) => over(one, below), [255, 255, 255]);
}

function luminance(parts) {
    const [red, green, blue] = parts.map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(left, right) {
    const [dark, light] = [luminance(left), luminance(right)].sort((one, other) => one - other);
    return (light + 0.05) / (dark + 0.05);
}

/** How much of an element is to be seen through all that holds it. */
function opacity(element) {
    let seen = 1;
    for (let at = element; at !== null; at = at.parentElement) seen *= Number(getComputedStyle(at).opacity);
    return seen;
}

function contrasts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const seen = new Set();
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (walker.currentNode.data.trim() === "" || seen.has(element)) continue;
        seen.add(element);
        if (!isDrawn(element) || isQuiet(element) || isOff(element)) continue;
        // What is hidden from those who listen is an ornament, such as the first letter beside a name.
        if (isSilent(element) || element.closest("svg, option, .skeleton, .skip")) continue;
        const style = getComputedStyle(element);
        const behind = ground(element);
        if (behind === null) continue;
        const [r, g, b, a] = colour(style.color);
        const ratio = contrast(over([r, g, b, a * opacity(element)], behind), behind);
        const size = parseFloat(style.fontSize);
        const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        if (ratio < (isLarge ? 3 : 4.5) - 0.005) say("1.4.3", element, `contrast ${ratio.toFixed(2)} to 1`);
    }
    // The edge of a field, or its filling, sets it off from what is around it (1.4.11).
    for (const field of all("input:not([type=hidden], [type=file], [type=range]), select, textarea")) {
        if (!isDrawn(field) || isQuiet(field) || isOff(field)) continue;
        const style = getComputedStyle(field);
        if (style.appearance !== "none" && field.matches("[type=checkbox], [type=radio]")) continue;
        const around = ground(field.parentElement);
        if (around === null) continue;
        const ratio = (text) => contrast(over(colour(text), around), around);
        const edge = parseFloat(style.borderTopWidth) > 0 ? ratio(style.borderTopColor) : 1;
        if (Math.max(edge, ratio(style.backgroundColor)) < 2.995) {
            say("1.4.11", field, `its edge has ${edge.toFixed(2)} to 1`);
        }
    }
}

// The keyboard

const looks = ["outlineStyle", "outlineWidth", "boxShadow", "borderTopColor", "backgroundColor", "textDecorationLine",
    "color"];

/** How an element, and what it stands in, looks at this moment: what moves is taken at its end. */
function look(element) {
    for (const one of document.getAnimations()) {
        if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish();
    }
    const near = [element, element.parentElement, element.closest("label, li"), ...(element.labels ?? [])];
    return near.filter(Boolean).map((one) => looks.map((part) => getComputedStyle(one)[part]).join()).join(";");
}

/** Whether it stays where it is while the page scrolls, or is shown on demand: its place says nothing of its turn. */
function isFixed(element) {
    for (let at = element; at !== null; at = at.parentElement) {
        if (/fixed|sticky/.test(getComputedStyle(at).position) || at.matches(".skip")) return true;
    }
    return false;
}

function keyboard() {
    const top = document.querySelector("dialog:modal") ?? document;
    for (const one of all("[tabindex]")) if (one.tabIndex > 0) say("2.4.3", one, "has a turn of its own");
    const stops = all(`${NATIVE}, [tabindex]`, top)
        .filter((one) => one.tabIndex === 0 && isDrawn(one) && !one.disabled);
    for (const stop of stops) if (isSilent(stop)) say("4.1.2", stop, "takes the focus and is hidden from who listens");
    const before = document.activeElement;
    const place = [scrollX, scrollY];
    before?.blur();
    let last = null;
    for (const stop of stops) {
        const plain = look(stop);
        stop.focus();
        if (document.activeElement !== stop) continue;
        if (look(stop) === plain) say("2.4.7", stop, "does not show that it has the focus");
        const box = stop.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const upon = document.elementFromPoint(x, y);
        // Something that stays in place, such as a bar, must not lie over it (2.4.11).
        if (upon !== null && !stop.contains(upon) && !upon.contains(stop) && isFixed(upon)) {
            say("2.4.11", stop, `has the focus below ${path(upon)}`);
        }
        const at = { x: box.x + scrollX, y: box.y + scrollY, bottom: box.bottom + scrollY };
        if (last && !isFixed(stop) && !isFixed(last.stop) && at.bottom <= last.at.y && at.x <= last.at.x) {
            say("2.4.3", stop, `is reached after ${path(last.stop)}, which stands below it`);
        }
        last = { stop, at };
        stop.blur();
    }
    before?.focus?.({ preventScroll: true });
    scrollTo(...place);
    for (const element of all("body *")) {
        const { overflowX, overflowY } = getComputedStyle(element);
        const scrolls = (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1)
            || (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1);
        if (!scrolls || !isDrawn(element) || element.matches("textarea, select")) continue;
        if (element.tabIndex < 0 && !all(`${NATIVE}, [tabindex="0"]`, element).some(isDrawn)) {
            say("2.1.1", element, "scrolls, and no key reaches it");
        }
    }
}

function targets() {
    for (const element of all(`${NATIVE}, ${WIDGETS}`)) {
        if (!isDrawn(element) || isQuiet(element) || element.matches(".skip, [type=file]")) continue;
        // A link in a sentence is as high as its line.
        if (element.localName === "a" && getComputedStyle(element).display === "inline") continue;
        const boxes = [element, ...(element.labels ?? [])].map((one) => one.getBoundingClientRect());
        if (!boxes.some(({ width, height }) => width >= target - 0.5 && height >= target - 0.5)) {
            const { width, height } = boxes[0];
            say("2.5.8", element, `is ${Math.round(width)} by ${Math.round(height)} pixels`);
        }
    }
}

structure();
names();
contrasts();
keyboard();
targets();
return found;
