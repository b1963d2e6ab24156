import Foundation
import LaurelProcess

/// A copy of the pages whose catalogues speak a pseudo-language: each letter of their texts has an accent. What shows
/// letters without accents then stands in no catalogue.
struct PseudoSite: Sendable {
    let folder: URL

    init() throws {
        let files = FileManager.default
        let source = BuiltProducts.executable("laurel").deletingLastPathComponent()
            .appending(path: "laurel_LaurelWebPages.resources")
        folder = files.temporaryDirectory.appending(path: "pseudo-\(UUID().uuidString)")
        try files.copyItem(at: source, to: folder)
        let site = folder.appending(path: "site")
        try Self.pseudoModule.write(to: site.appending(path: "pseudo.js"), atomically: true, encoding: .utf8)
        let catalogues = try files.subpathsOfDirectory(atPath: site.path).filter {
            $0.hasPrefix("i18n/") && $0.hasSuffix("en.js")
        }
        for path in catalogues {
            try wrap(
                site.appending(path: path),
                """
                import texts from "./en.plain.js";
                import { pseudo } from "/pseudo.js";
                export default pseudo(texts);
                """)
        }
    }

    func remove() throws { try FileManager.default.removeItem(at: folder) }

    /// Puts another module in the place of this one, which is `NAME.plain.js` from then on.
    private func wrap(_ file: URL, _ module: String) throws {
        let plain = file.deletingPathExtension().appendingPathExtension("plain.js")
        try FileManager.default.moveItem(at: file, to: plain)
        try module.write(to: file, atomically: true, encoding: .utf8)
    }

    /// The names of values in braces stay; what the browser writes itself, such as dates, is in its language, too.
    private static let pseudoModule = #"""
        const accents = { a: "á", b: "ƀ", c: "ç", d: "đ", e: "é", f: "ƒ", g: "ğ", h: "ħ", i: "í", j: "ĵ",
            k: "ķ", l: "ĺ",
            m: "ɱ", n: "ñ", o: "ó", p: "ƥ", q: "ʠ", r: "ŕ", s: "š", t: "ť", u: "ú", v: "ṽ", w: "ŵ", x: "ẋ", y: "ý",
            z: "ž" };
        const accent = (letter) => accents[letter] ?? accents[letter.toLowerCase()].toUpperCase();
        const write = (text) => text.split(/(\{\w+\})/).map((part, index) =>
            (index % 2 === 1 ? part : part.replace(/[a-z]/gi, accent))).join("");

        /** Texts, functions that make them, and what holds either. */
        export function pseudo(value) {
            if (typeof value === "string") return write(value);
            if (typeof value === "function") return (...values) => pseudo(value(...values));
            if (value === null || typeof value !== "object") return value;
            return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, pseudo(one)]));
        }

        function wrapMethod(prototype, name) {
            const plain = prototype[name];
            prototype[name] = function (...values) { return write(plain.apply(this, values)); };
        }
        function wrapGetter(prototype, name) {
            const plain = Object.getOwnPropertyDescriptor(prototype, name).get;
            Object.defineProperty(prototype, name, { configurable: true, get() {
                const format = plain.call(this);
                return (...values) => write(format(...values));
            } });
        }
        wrapGetter(Intl.DateTimeFormat.prototype, "format");
        wrapGetter(Intl.NumberFormat.prototype, "format");
        wrapMethod(Intl.RelativeTimeFormat.prototype, "format");
        wrapMethod(Intl.ListFormat.prototype, "format");
        wrapMethod(Intl.DisplayNames.prototype, "of");
        for (const name of ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"]) {
            wrapMethod(Date.prototype, name);
        }
        """#

    /// `unowned()`: what a page shows or says that is in no catalogue: a list of "selector: text". `arguments[0]` is
    /// what may stand as it is in every language; `arguments[1]`: Chinese may stand as well.
    private static let judging = #"""
        const allowed = arguments[0];
        const isChinese = arguments[1];
        // What was written by people, its first letters on pictures, addresses, files, codes of languages and
        // currencies.
        const data = new RegExp([/https?:\/\/\S+/, /[\w\/]+\.(swift|js|html)\b/, /\bzz[\p{L}\p{N}._-]*/, /^z$/,
            /\([a-z]{2}(-[a-z]+)?\)/, /· (chf|kr)\s/].map(({ source }) => source).join("|"), "giu");
        const owned = /[åáƀçđéƒğħíĵķĺɱñóƥʠŕšťúṽŵẋýžÁɃÇĐÉƑĞĦÍĴĶĹⱮÑÓƤꞍŔŠŤÚṼŴẊÝŽ]/gu;
        const isOwned = (text) => {
            let rest = text.replace(data, "");
            for (const one of allowed) rest = rest.replaceAll(one, "");
            return !/\p{L}/u.test(rest.replace(owned, "").replace(isChinese ? /\p{Script=Han}/gu : "", ""));
        };
        const name = (element) => {
            const path = [];
            for (let at = element; at && at !== document.body && path.length < 3; at = at.parentElement) {
                path.unshift(at.id ? `#${at.id}` : at.localName + [...at.classList].map((one) => `.${one}`).join(""));
            }
            return path.join(" > ");
        };
        // Programs, ids, initials and what is written by people who say so stay as they are.
        const skipped = "script, style, noscript, template, code, pre, kbd, .art-initial, [translate=no], "
            + "[lang]:not(html)";
        const unowned = () => {
        const found = new Set();
        const judge = (element, text, what = "") => {
            if (text && !isOwned(text)) found.add(`${name(element)}${what}: ${text.trim().slice(0, 90)}`);
        };
        judge(document.body, document.title, " (title)");
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const { parentElement: element, data: text } = walker.currentNode;
            if (!element.closest(skipped)) judge(element, text);
        }
        const attributes = ["aria-label", "aria-description", "aria-valuetext", "aria-roledescription", "title",
            "placeholder", "alt", "label"];
        for (const element of document.body.querySelectorAll("*")) {
            if (element.closest(skipped)) continue;
            for (const one of attributes) judge(element, element.getAttribute(one), `[${one}]`);
            const isButton = element.matches("input[type=submit], input[type=button], input[type=reset]");
            if (isButton) judge(element, element.value);
            for (const side of ["::before", "::after"]) {
                const { content } = getComputedStyle(element, side);
                if (content.startsWith('"')) judge(element, content, side);
            }
        }
        return [...found];
        };
        """#

    /// What a page shows at rest.
    static let unownedTexts = judging + "return unowned();"

    /// What it shows besides when its buttons are pressed, one after the other, with the menus, dialogs and sentences
    /// of errors that come of it. Nothing that would change anything reaches the server, and nobody leaves the page.
    /// `arguments[2]`: buttons that were pressed on other pages. Answers `{found, pressed}`.
    static let openedTexts =
        judging
            + #"""
            const known = new Set(arguments[2]);
            const pressed = [];
            const found = new Set();
            const fetch = globalThis.fetch;
            globalThis.fetch = (address, options) => ((options?.method ?? address?.method ?? "GET") === "GET"
                ? fetch(address, options) : Promise.reject(new TypeError("not from here")));
            navigation.addEventListener("navigate", (event) => event.cancelable && event.preventDefault());
            globalThis.open = () => null;
            const frame = () => new Promise((resolve) => { requestAnimationFrame(resolve); });
            const settle = async () => {
                for (let count = 0; count < 120; count += 1) {
                    await frame();
                    if (hasSettled()) return;
                }
            };
            const look = async (what) => {
                await settle();
                for (const one of unowned()) found.add(`${what}: ${one}`);
            };
            const shown = (selector, within = document) =>
                [...within.querySelectorAll(selector)].filter((one) => one.checkVisibility() && !one.disabled);
            // What was not opened needs no time to close.
            const leave = async () => {
                const dialogs = [...document.querySelectorAll("dialog[open]")];
                const buttons = [...document.querySelectorAll("[aria-haspopup][aria-expanded=true]")];
                for (const dialog of dialogs) dialog.close();
                for (const button of buttons) button.click();
                if (dialogs.length + buttons.length > 0) await settle();
            };
            // A form that nobody has filled in says what is missing.
            const pressDialogs = async (what) => {
                await look(what);
                const form = document.querySelector("dialog[open] form");
                if (form === null) return;
                form.requestSubmit();
                await look(`${what}, sent`);
            };
            const signature = (one) => `${one.localName}.${one.className} ${one.getAttribute("aria-label")
                ?? one.textContent}`.replace(/\d+|zz\S*/g, "").slice(0, 120);
            const ways = "button, summary";
            for (let index = 0; index < shown(ways).length && index < 200; index += 1) {
                const button = shown(ways)[index];
                const what = signature(button);
                if (known.has(what)) continue;
                known.add(what);
                pressed.push(what);
                button.click();
                await pressDialogs(what);
                const items = button.getAttribute("aria-haspopup") === "menu"
                    ? shown("[role=menuitem]", button.parentElement).map((item) => signature(item)) : [];
                for (const name of items) {
                    if (known.has(name)) continue;
                    known.add(name);
                    pressed.push(name);
                    if (button.getAttribute("aria-expanded") !== "true") button.click();
                    await settle();
                    shown("[role=menuitem]", button.parentElement).find((item) => signature(item) === name)?.click();
                    await pressDialogs(`${what}, ${name}`);
                    await leave();
                }
                await leave();
            }
            return { found: [...found], pressed };
            """#
}
