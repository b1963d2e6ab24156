// A game's turn-based matches: whose turn it is and until when, and the last write of each that was refused.

import { matchesOf } from "../../lib/api-operate.js";
import { h } from "../../lib/dom.js";
import { date, hasText, lead, number, t, wholeDate } from "../../lib/i18n.js";
import { listItems } from "../../elements/more.js";
import { state } from "../../elements/state.js";
import { actButton, environmentTabs, firstEnvironment, load, moreButton, viewHead } from "../operate/parts.js";

/** @param {string} moment */
const time = (moment) => h("time", { datetime: moment, title: wholeDate(moment) }, date(moment));

/** @param {Wire.AppMatch} match @param {number} seat */
const nameOf = (match, seat) => match.participants[seat]?.player?.displayName
    ?? t("operate.matches.seat", { seat: number(seat) });

/**
 * An outcome in words; a number of the game's own as a number.
 * @param {number} outcome as GKTurnBasedMatch.Outcome has it
 */
const said = (outcome) => (hasText(`operate.matches.outcome.${outcome}`) ? t(`operate.matches.outcome.${outcome}`)
    : t("operate.matches.outcome", { outcome: number(outcome) }));

/** @param {Wire.AppMatch} match @param {Wire.MatchParticipant} participant @param {number} seat */
function player(match, participant, seat) {
    const { status, outcome, lastTurn } = participant;
    return h("li", {}, h("strong", {}, nameOf(match, seat)), " ", t(`operate.matches.status.${status}`),
        outcome !== 0 && ` · ${said(outcome)}`,
        lastTurn !== null && [" · ", lead("operate.matches.last"), time(lastTurn)]);
}

/** @param {Wire.AppMatch} match */
function turn(match) {
    if (match.turn === null) {
        return match.ended === null ? null : [lead("operate.matches.ended.at"), time(match.ended)];
    }
    const who = t("operate.matches.turn", { name: nameOf(match, match.turn.seat) });
    return [who, " · ", lead("operate.matches.since"), time(match.turn.began), " · ",
        ...(match.turn.due === null ? [t("operate.matches.no-timeout")]
            : [lead("operate.matches.until"), time(match.turn.due)])];
}

/** @param {Wire.AppMatch} match */
function refused(match) {
    if (match.refused === null) return null;
    const { time: moment, seat, problem, detail, field } = match.refused;
    // One line of text: what lies in a notice itself stands side by side.
    return h("p", { class: "notice" }, h("span", {}, h("strong", {}, lead("operate.matches.refused")), time(moment),
        seat !== null && ` · ${nameOf(match, seat)}`, " · ",
        h("code", { translate: "no" }, [problem, field].filter(Boolean).join(" ")),
        detail !== null && h("small", { lang: "en", translate: "no" }, ` ${detail}`)));
}

/** @param {Wire.AppMatch} match */
function card(match) {
    const facts = [t("operate.matches.version", { version: number(Number(match.version)) }),
        t("operate.matches.bytes", { count: match.byteCount }),
        match.activeExchanges > 0 && t("operate.matches.exchanges.active", { count: match.activeExchanges }),
        match.completedExchanges > 0 && t("operate.matches.exchanges.complete", { count: match.completedExchanges })];
    return h("li", { class: "card stack" },
        h("div", { class: "card-bar" }, h("h2", {}, h("code", { translate: "no" }, match.id)),
            h("span", { class: "badge" }, t(`operate.matches.${match.status}`))),
        h("p", {}, turn(match)), h("ul", {},
            match.participants.map((one, seat) => player(match, one, seat))),
        h("p", { class: "field-note" }, facts.filter(Boolean).join(" · "), " · ", lead("operate.matches.created"),
            time(match.created), ...(match.ended === null ? [" · ", lead("operate.matches.next"),
                time(match.nextDeadline)] : [])),
        refused(match));
}

/** @param {HTMLElement} main @param {import("../app/app.js").Context} context */
export async function show(main, { app, query }) {
    let environment = firstEnvironment(app, query);
    const list = h("div", { class: "stack" });
    const panel = h("div", { class: "stack", role: app.isReleased && "tabpanel" }, list);
    const draw = () => load(list, async () => {
        const shown = environment;
        let { matches, next } = await matchesOf(app.bundleID, shown);
        if (matches.length === 0 && next === null) {
            return state({ title: t("operate.matches.none"), text: t("operate.matches.none.text"), level: "h2" });
        }
        const cards = h("ul", { class: "stack" }, matches.map(card));
        const more = moreButton(() => listItems(cards), async () => {
            ({ matches, next } = await matchesOf(app.bundleID, shown, next));
            cards.append(...matches.map(card));
            more.hidden = next === null;
        }, t("operate.matches.more"));
        more.hidden = next === null;
        return [cards, more];
    });
    /** @param {import("../../lib/api.js").Environment} wanted */
    const change = (wanted) => {
        environment = wanted;
        draw();
    };
    main.replaceChildren(viewHead(t("operate.matches"), { text: t("operate.matches.text"), actions: [
        actButton(t("operate.matches.again"), draw), environmentTabs(app, environment, panel, change)] }), panel);
    await draw();
}
