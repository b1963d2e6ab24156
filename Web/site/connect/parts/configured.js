// What the kinds of things that developers configure in an app have in common (leaderboards, achievements, sets,
// activities, challenges): their list, and the frame of their editor. A kind is described once; its editor adds its
// own fields.
//
//     const editor = itemEditor(SET, connect, one, { list, pictures, texts: [NAME] });
//     const members = orderedList({ … });
//     editor.show(container, { fields: () => [members], body: () => ({ leaderboards: members.value }),
//         parts: [editor.what(), card(t("connect.view.leaderboards"), members.element), editor.names()] });

import { apps } from "../../lib/api-connect.js";
import { h, present } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { showBanner } from "../../lib/banner.js";
import { viewAddress, viewHead } from "../../elements/connect-frame.js";
import { state } from "../../elements/state.js";
import { archiveRow, deleteRow, endCard } from "./end.js";
import { bindForm, disableAll, textField } from "./form.js";
import { follow, idField, languagesOf, nameOf, pictureCard, rowPicture, suggestID } from "./item.js";
import { languageEditor } from "./language-editor.js";
import { orderedRows } from "./ordered-rows.js";

/**
 * @typedef {import("../app/app.js").Context} Context
 * @typedef {import("../../lib/dom.js").Child} Child
 * @typedef {import("./form.js").BoundField} BoundField
 * @typedef {import("./form.js").Field} Field
 * @typedef {{id: string, referenceName?: ?string, isArchived?: boolean, isReleased?: boolean,
 *     localizations: {language: string, name?: string, title?: string}[]}} Item
 */
/**
 * What Connect says of a kind. Without `archive` and `reopen`, items of the kind can't be archived; with no `full`,
 * the list doesn't say when no more can be made.
 * @typedef {{title: string, about: string, none: string, noneText: string, full?: string, new: string,
 *     newText?: string, create: string, made: string, archive?: string, reopen?: string, remove: string,
 *     removed: string}} Words
 */
/**
 * A kind of things that developers configure in an app.
 * @template {Item} One
 * @typedef {object} Kind
 * @property {"achievements" | "activities" | "challenges" | "leaderboards" | "sets"} view where its list is
 * @property {string} name what the address calls one: `&achievement=ID`
 * @property {"name" | "title"} called the localization's field by which people know one
 * @property {boolean} [hasSpacesInIDs] whether IDs can have spaces within
 * @property {string} [pictures] where its pictures are put, one for each language; without it, the kind has none
 * @property {boolean} [hasWidePictures] whether they keep their shape; else the server crops them to a square
 * @property {{create(bundleID: string, body: object): Promise<{id: string}>,
 *     change(bundleID: string, id: string, body: object): Promise<any>,
 *     remove(bundleID: string, id: string): Promise<unknown>}} calls
 * @property {() => Words} words asked for when they are shown
 */

/**
 * Which one the address names: null for a new one, undefined for none.
 * @template {Item} One
 * @param {Kind<One>} kind @param {Context} connect @param {One[]} list
 */
export const asked = (kind, { query }, list) =>
    (query.has("new") ? null : list.find(({ id }) => id === query.get(kind.name)));

/**
 * The app's pictures, where the kind has any.
 * @template {Item} One
 * @param {Kind<One>} kind @param {Context} connect @returns {Promise<Wire.Image[]>}
 */
export const picturesFor = async (kind, { bundleID }) => (kind.pictures === undefined ? [] : apps.pictures(bundleID));

/** @param {string} title @param {...(Child | Child[])} children */
export const card = (title, ...children) => h("section", { class: "card" }, h("h2", {}, title), ...children);

/**
 * Fields side by side.
 * @param {...{element: HTMLElement}} fields
 */
export const fieldRow = (...fields) => h("div", { class: "fields" }, fields.map(({ element }) => element));

/** @param {string} text @param {string} [look] */
export const badge = (text, look = "") => h("span", { class: `badge ${look}` }, text);

/**
 * The list of a kind.
 * @template {Item} One
 * @param {HTMLElement} container @param {Kind<One>} kind @param {Context} connect
 * @param {object} options
 * @param {One[]} options.list @param {(item: One) => HTMLElement} options.row made with `itemRow`
 * @param {number} [options.limit] how many there can be
 * @param {?Node} [options.above] what stands above the rows
 * @param {(ids: string[]) => Promise<unknown>} [options.order] saves an order; without it, the list has none
 * @param {{text: string, action: HTMLElement} | null} [options.lacks] what has to be there before one can be made
 */
export function showList(container, kind, connect, { list, row, limit = Infinity, above, order, lacks = null }) {
    const { app, bundleID } = connect;
    const words = kind.words();
    const mayConfigure = connect.can("configure");
    const isFull = list.length >= limit;
    const mayCreate = mayConfigure && !isFull && lacks === null;
    const newLink = () => h("a", { class: "button button-primary",
        href: viewAddress(bundleID, kind.view, { new: "" }) }, words.new);
    const rows = () => (order === undefined
        ? h("ul", { class: "rows" }, list.map((each) => h("li", {}, row(each))))
        : orderedRows({ label: words.title, items: list, mayOrder: mayConfigure,
            nameOf: (each) => nameOf(each, app, kind.called), row, save: order }));
    container.replaceChildren(
        viewHead(words.title, { text: words.about, actions: mayCreate ? [newLink()] : [] }),
        list.length === 0
            ? h("div", { class: "card" }, state({ title: words.none, text: lacks?.text ?? words.noneText,
                actions: mayCreate ? [newLink()] : mayConfigure && lacks !== null ? [lacks.action] : [] }))
            : h("section", { class: "card" }, above, rows()),
        isFull && words.full !== undefined ? h("p", { class: "notice" }, words.full) : "");
}

/**
 * A row of the list: picture, name and ID, what is special about it, and a figure.
 * @template {Item} One
 * @param {Kind<One>} kind @param {Context} connect @param {One} item
 * @param {{pictures: Wire.Image[], note?: string, facts?: Child[], figure: string}} parts `note` stands beside the ID
 */
export function itemRow(kind, { app, bundleID }, item, { pictures, note, facts = [], figure }) {
    const { id, isArchived, isReleased } = item;
    return h("a", { class: "row-link", href: viewAddress(bundleID, kind.view, { [kind.name]: id }) },
        kind.pictures !== undefined && rowPicture(pictures, kind.pictures, item, app),
        h("span", { class: "row-text" }, h("strong", {}, nameOf(item, app, kind.called)),
            h("small", {}, id, note !== undefined && ` · ${note}`)),
        isReleased !== undefined && h("span", { class: "row-facts" },
            isArchived && badge(t("connect.state.archived"), "badge-quiet"),
            facts,
            !isReleased && badge(t("connect.is-unreleased"), "badge-sandbox")),
        h("span", { class: "row-figure" }, figure));
}

/**
 * The editor of a kind: ID, reference name, localizations, pictures, saving, and how one ends. `show` puts it together
 * with the kind's own fields.
 * @template {Item} One
 * @param {Kind<One>} kind @param {Context} connect @param {?One} one null: a new one
 * @param {object} options
 * @param {One[]} options.list all there are @param {Wire.Image[]} options.pictures
 * @param {import("./language-editor.js").LanguageField[]} options.texts the fields of a localization
 * @param {(language: string, read: () => One["localizations"][number]) => Node} [options.below] under its fields
 * @param {() => ?string} [options.checkID] what else is wrong with an ID
 * @param {() => string} [options.prefix] with which an ID begins that is made of the reference name
 * @param {{label?: string, note?: string, required?: boolean}} [options.named] about the reference name
 */
export function itemEditor(kind, connect, one, { list, pictures, texts, below, checkID, prefix, named = {} }) {
    const { app, bundleID } = connect;
    const words = kind.words();
    const isReadOnly = !connect.can("configure");
    const id = idField(one?.id, list.map((other) => other.id), kind.hasSpacesInIDs === true, checkID);
    const reference = textField({ name: "referenceName", label: t("connect.reference"), value: one?.referenceName,
        note: t("connect.reference.note"), ...named });
    // Makes the ID of the reference name until the developer types one.
    const suggest = one === null ? suggestID(id, reference.control, prefix) : () => {};
    const localizations = languageEditor({ name: "localizations", defaultLanguage: app.defaultLanguage, isReadOnly,
        wanted: languagesOf(app), values: one?.localizations ?? [], fields: texts, below });
    const cards = one === null || kind.pictures === undefined ? null : pictureCard({ bundleID, kind: kind.pictures,
        isWide: kind.hasWidePictures === true, id: one.id, pictures, isReadOnly,
        languages: one.localizations.map(({ language }) => language) });

    /** @param {One} item @param {Child[]} more */
    function end(item, more) {
        const name = item.referenceName ?? item.id;
        const isArchived = item.isArchived === true;
        const text = isArchived ? words.reopen : words.archive;
        return endCard(...more,
            text !== undefined && archiveRow({ name, isArchived, text, done: connect.refresh,
                change: (isOver) => kind.calls.change(bundleID, item.id, { isArchived: isOver }) }),
            item.isReleased !== true && deleteRow({ name, text: words.remove, consequence: words.removed,
                remove: () => kind.calls.remove(bundleID, item.id), done: () => connect.open(kind.view) }));
    }

    /**
     * @param {HTMLElement} container
     * @param {object} options
     * @param {() => BoundField[]} options.fields the kind's own
     * @param {() => object} options.body what they say
     * @param {Node[]} options.parts the form's
     * @param {(changed: any) => void} [options.saved] with what a change answered
     * @param {Node[]} [options.actions] at the top @param {Child[]} [options.ends] more ways to end
     */
    function show(container, { fields, body, parts, saved, actions, ends = [] }) {
        const whole = () => ({ ...(reference.value === "" ? {} : { referenceName: reference.value }),
            localizations: localizations.value, ...body() });
        const form = bindForm({ isBar: true, save: one === null ? words.create : t("connect.form.save"), parts,
            fields: () => [id, reference, ...fields(), ...localizations.fields()],
            send: async () => {
                if (one !== null) {
                    const changed = await kind.calls.change(bundleID, one.id, whole());
                    await cards?.update(localizations.languages);
                    saved?.(changed);
                    return;
                }
                const made = await kind.calls.create(bundleID, { id: id.value, ...whole() });
                showBanner({ title: words.made, text: made.id });
                connect.guard(() => false);
                connect.open(kind.view, { [kind.name]: made.id });
            } });
        connect.guard(form.isDirty);
        if (one === null) follow(localizations.fields()[0].control, reference.control);
        if (isReadOnly) disableAll(form.element);
        container.replaceChildren(...present([
            h("a", { class: "view-back", href: viewAddress(bundleID, kind.view) }, words.title),
            viewHead(one === null ? words.new : one.referenceName ?? one.id,
                { text: one === null ? words.newText : undefined, actions }),
            form.element, cards?.element, one !== null && !isReadOnly && end(one, ends)]));
        return form.element;
    }

    return {
        id, reference, localizations, isReadOnly, show, suggest,
        /** Says why a field of a released one can't be changed. */
        frozen: one?.isReleased === true && t("connect.frozen"),
        /**
         * The first card: which one it is, and what is essential.
         * @param {...Child} rows
         */
        what: (...rows) => card(t("connect.board.what"), fieldRow(reference, id), rows),
        /** The card with what players read. */
        names: () => card(t("connect.board.names"), localizations.element),
    };
}
