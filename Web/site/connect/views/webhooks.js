// An app's webhook in one environment: endpoint, secret and deliveries.

import { webhooks } from "../../lib/api-operate.js";
import { h, lookUp, present } from "../../lib/dom.js";
import { addTexts, date, hasText, keys, t, wholeDate } from "../../lib/i18n.js";
import { showBanner } from "../../lib/banner.js";
import { tableRows } from "../../elements/more.js";
import { state } from "../../elements/state.js";
import { cardTable } from "../../elements/table.js";
import { actButton, choice, environmentTabs, firstEnvironment, formDialog, labelled, load, moreButton, showSecrets,
    viewHead, waitingCard } from "../operate/parts.js";
import { seek } from "../operate/seek.js";

await addTexts("notices");

/** @typedef {import("../../lib/api.js").Environment} Environment */

/** The kinds of notices that happen in a game. */
const EVENTS = keys("notice.event.").filter((name) => name !== "test");
/** Milliseconds after which the response to an event has usually arrived. */
const ANSWERED = 1_500;
/** How messages are signed. */
const STANDARD = "https://www.standardwebhooks.com/";
const KINDS = { waiting: "badge-sandbox", delivered: "", dead: "badge-danger" };

/**
 * Edits endpoint URL and events.
 * @param {?Wire.WebhookState} hook null: a new webhook
 * @param {string} bundleID @param {Environment} environment
 */
async function edit(bundleID, environment, hook) {
    const url = labelled({ label: t("operate.hook.url"), note: t("operate.hook.url.text"), name: "url",
        control: h("input", { type: "url", inputmode: "url", autocomplete: "off", spellcheck: "false", maxlength: 2000,
            required: true, value: hook?.url ?? "", placeholder: t("operate.hook.placeholder") }) });
    const boxes = EVENTS.map((name) => h("input", { type: "checkbox", value: name,
        checked: hook === null || hook.events.some((event) => event === name) }));
    const events = h("fieldset", { class: "plain-set check-columns" }, h("legend", {}, t("operate.hook.events")),
        boxes.map((box) => h("label", { class: "check" }, box, h("span", {}, t(`notice.event.${box.value}`)))));
    let made = /** @type {?Wire.WebhookState} */ (null);
    const isDone = await formDialog({ title: t(hook === null ? "operate.hook.set" : "operate.hook.change"),
        action: t("operate.save"), fields: [url], after: events, act: async () => {
            const chosen = /** @type {Wire.Webhook["events"]} */ (
                boxes.filter(({ checked }) => checked).map(({ value }) => value));
            if (chosen.length === 0) throw Object.assign(new Error(), { said: t("operate.hook.events.none") });
            // Left out, it would be enabled.
            made = await webhooks.set(bundleID, environment, { url: url.control.value.trim(), events: chosen,
                isEnabled: hook?.isEnabled ?? true });
        } });
    if (isDone && made?.secret) await tell(made.secret);
    return isDone;
}

/** @param {string} secret */
const tell = (secret) => showSecrets(t("operate.hook.secret"), t("operate.hook.secret.text"),
    [[t("operate.hook.secret.name"), secret]]);

/** @param {string} bundleID @param {Environment} environment */
async function renew(bundleID, environment) {
    const isLeaked = h("input", { type: "checkbox" });
    let made = /** @type {?Wire.WebhookState} */ (null);
    const isDone = await formDialog({ title: t("operate.hook.renew.title"), action: t("operate.hook.renew"),
        text: [h("p", {}, t("operate.hook.renew.text")), h("label", { class: "check" }, isLeaked,
            h("span", {}, t("operate.hook.renew.leaked")))],
        act: async () => {
            const hook = await webhooks.get(bundleID, environment);
            // Removed meanwhile: there is no secret to renew.
            if (hook === null) return;
            made = await webhooks.set(bundleID, environment, { url: hook.url, events: hook.events,
                isEnabled: hook.isEnabled, renewSecret: true, endOldSecrets: isLeaked.checked });
        } });
    if (isDone && made?.secret) await tell(made.secret);
    return isDone;
}

/**
 * @param {string} bundleID @param {Environment} environment @param {Wire.WebhookState} hook
 * @param {{refresh: () => Promise<void>, mayChange: boolean, log: () => Promise<void>}} view
 */
function facts(bundleID, environment, hook, { refresh, mayChange, log }) {
    /** @param {string} text @param {() => Promise<unknown>} call @param {{done?: string, kind?: string}} more */
    const act = (text, call, { done, kind } = {}) => actButton(text, async () => {
        if (await call() === false) return;
        if (done) showBanner({ title: done });
        await refresh();
    }, { kind });
    /** What became of a test. A response of 410 has disabled the webhook. */
    const look = async () => {
        const now = await webhooks.get(bundleID, environment).catch(() => hook);
        await (now?.isEnabled === hook.isEnabled ? log() : refresh());
    };
    const turn = () => webhooks.set(bundleID, environment,
        { url: hook.url, events: hook.events, isEnabled: !hook.isEnabled });
    return h("section", { class: "card stack" },
        h("div", { class: "card-bar" }, h("h2", {}, t("operate.hook.where")),
            h("span", { class: `badge ${hook.isEnabled ? "" : "badge-quiet"}` },
                t(hook.isEnabled ? "operate.hook.on" : "operate.hook.off"))),
        h("code", { class: "secret" }, hook.url),
        h("ul", { class: "chips" }, hook.events.filter((name) => hasText(`notice.event.${name}`))
            .map((name) => h("li", { class: "badge badge-quiet" }, t(`notice.event.${name}`)))),
        h("p", { class: "soft" }, t("operate.hook.verify"), " ",
            h("a", { href: STANDARD, rel: "noopener", translate: "no" }, "Standard Webhooks")),
        !hook.isEnabled && h("p", { class: "notice" }, t("operate.hook.off.text")),
        hook.oldSecretsUntil !== null && h("p", { class: "notice" }, t("operate.hook.overlap",
            { until: wholeDate(hook.oldSecretsUntil) })),
        mayChange && h("div", { class: "row-actions" },
            // What is disabled sends no test either.
            hook.isEnabled && actButton(t("operate.hook.test"), async () => {
                await webhooks.test(bundleID, environment);
                showBanner({ title: t("operate.hook.tested") });
                await log();
                // Slower responses show after Refresh.
                setTimeout(() => void look(), ANSWERED);
            }, { kind: "button-primary" }),
            act(t("operate.hook.change"), () => edit(bundleID, environment, hook)),
            act(t("operate.hook.renew"), () => renew(bundleID, environment)),
            act(t(hook.isEnabled ? "operate.hook.turn-off" : "operate.hook.turn-on"), turn,
                { kind: hook.isEnabled ? "" : "button-primary" }),
            act(t("operate.hook.remove"), () => formDialog({ title: t("operate.hook.remove.title"), isDangerous: true,
                text: t("operate.hook.remove.text"), action: t("operate.hook.remove"),
                act: () => webhooks.remove(bundleID, environment) }), { done: t("operate.hook.removed") })));
}

/**
 * The response in one line. Network errors are shown as they are, in English.
 * @param {Wire.WebhookDelivery} delivery
 */
function answer({ state: reached, lastStatus, lastFailure, lastReason, attempts, due }) {
    const parts = [lastStatus !== null && t("operate.log.status", { status: lastStatus }),
        lastReason === "unreached" ? [t("operate.log.unreached"), " (", h("span", { lang: "en" }, lastFailure), ")"]
            : lastReason && t(`operate.log.${lastReason}`),
        t("operate.log.attempts", { count: attempts }),
        reached === "waiting" && due !== null && attempts > 0 && t("operate.log.next", { when: date(due) })];
    // One element: on a phone a cell puts its parts side by side.
    return h("span", { class: "log-answer" }, parts.filter(Boolean).flatMap((part, index) => [
        index > 0 && h("span", { class: "log-dot" }, " · "), h("span", { class: "log-part" }, [part].flat())]));
}

/** @param {string} bundleID @param {Environment} environment @param {boolean} maySend */
function deliveries(bundleID, environment, maySend) {
    const list = h("div", { class: "stack" });
    const heading = h("h2", { tabindex: "-1" }, t("operate.log"));
    /** What became of a delivery that was sent again. */
    const said = h("p", { class: "quiet-text", role: "status" });
    /**
     * As they were last read, whichever are shown.
     * @type {Map<string, Wire.WebhookDelivery>}
     */
    const known = new Map();
    const which = choice([["", t("operate.log.all")], ...Object.keys(KINDS).map((name) =>
        [name, t(`operate.log.${name}`)])], "", { class: "select select-small", "aria-label": t("operate.log.which"),
        onchange: () => refresh() });
    /** @param {?string} [before] */
    async function page(before) {
        /** @type {Wire.WebhookDeliveries} */
        let found = { deliveries: [], next: null };
        /** @type {Wire.WebhookDelivery[]} */
        let wanted = [];
        // The server can't filter the log, so this reads on until a page has a match.
        await seek(before, async (from) => {
            found = await webhooks.deliveries(bundleID, environment, from);
            for (const delivery of found.deliveries) known.set(delivery.id, delivery);
            wanted = found.deliveries.filter(({ state: reached }) => which.value === "" || reached === which.value);
            return found;
        }, () => wanted.length > 0);
        const { deliveries: read, next } = found;
        return { next, isEmpty: read.length === 0, table: wanted.length > 0 && cardTable({ caption: t("operate.log"),
            rows: wanted, columns: [
            { name: t("operate.log.event"), kind: "head", cell: ({ event }) => t(`notice.event.${event}`) },
            { name: t("operate.state"), cell: ({ state: reached }) =>
                h("span", { class: `badge ${KINDS[reached]}` }, t(`operate.log.${reached}`)) },
            { name: t("operate.log.answer"), cell: answer },
            { name: t("operate.log.when"), cell: ({ created }) =>
                h("time", { datetime: created, title: wholeDate(created) }, date(created)) },
            { name: t("operate.actions"), kind: "actions", cell: ({ id, event }) => maySend
                && actButton(t("operate.log.resend"), () => resend(id),
                    { label: t("operate.log.resend.of", { event: t(`notice.event.${event}`), id }) }) },
        ], mark: ({ id, state: reached }) => ({ "data-state": reached, "data-delivery": id }) }) };
    }
    /** The newest, and what shows older ones. */
    async function newest() {
        let { table, next, isEmpty } = await page();
        const none = table === false && state(isEmpty
            ? { title: t("operate.log.none"), text: t("operate.log.none.text"), level: "h3" }
            : { title: t("operate.log.none-so"), level: "h3" });
        const more = moreButton(() => tableRows(list), async () => {
            ({ table, next } = await page(next));
            if (table !== false) {
                more.before(table);
                if (none !== false) none.remove();
            }
            more.hidden = next === null;
        });
        more.hidden = next === null;
        return present([table, none, more]);
    }
    /** Draws the list anew. The focus stays with the same delivery, or goes to the heading when that is gone. */
    async function refresh() {
        const focus = { isHere: false, id: "" };
        await load(list, () => newest().finally(() => {
            // The last moment before the rows go: what the reader has come to meanwhile counts.
            focus.isHere = list.contains(document.activeElement);
            focus.id = document.activeElement?.closest("[data-delivery]")?.getAttribute("data-delivery") ?? "";
        }));
        if (!focus.isHere || list.contains(document.activeElement)) return;
        const button = lookUp(`[data-delivery="${CSS.escape(focus.id)}"] button`, list);
        (button ?? heading).focus({ preventScroll: button !== null });
    }
    /** @param {string} id */
    async function resend(id) {
        await webhooks.resend(bundleID, environment, id);
        said.textContent = "";
        showBanner({ title: t("operate.log.resent") });
        await refresh();
        setTimeout(async () => {
            if (!list.isConnected) return;
            await refresh();
            const now = known.get(id);
            if (now === undefined) return;
            said.textContent = t("operate.log.now",
                { event: t(`notice.event.${now.event}`), state: t(`operate.log.${now.state}`) });
        }, ANSWERED);
    }
    return { refresh, element: h("section", { class: "card stack" },
        h("div", { class: "card-bar" }, heading,
            h("div", { class: "row-actions" }, which, actButton(t("operate.log.refresh"), refresh)),
            h("p", {}, t("operate.log.text"))), said, list) };
}

/** @param {HTMLElement} main @param {import("../app/app.js").Context} connect */
export async function show(main, connect) {
    const { app } = connect;
    const mayChange = connect.can("configure");
    let environment = firstEnvironment(app, connect.query);
    const panel = h("div", { class: "stack", role: app.isReleased && "tabpanel" }, waitingCard());
    const draw = () => load(panel, async () => {
        const hook = await webhooks.get(app.bundleID, environment);
        if (hook === null) {
            const set = async () => {
                if (await edit(app.bundleID, environment, null)) await draw();
            };
            return h("div", { class: "card" }, state({ title: t("operate.hook.none"), text: t("operate.hook.none.text"),
                actions: [mayChange && h("button", { class: "button button-primary", type: "button", onclick: set },
                    t("operate.hook.set"))] }));
        }
        const log = deliveries(app.bundleID, environment, mayChange && hook.isEnabled);
        log.refresh();
        return [facts(app.bundleID, environment, hook, { refresh: draw, mayChange, log: log.refresh }), log.element];
    });
    main.replaceChildren(viewHead(t("operate.webhooks"), { text: t("operate.webhooks.text"),
        actions: [environmentTabs(app, environment, panel, (wanted) => {
            environment = wanted;
            draw();
        })] }), panel);
    await draw();
}
