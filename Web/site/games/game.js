// A game's page: its leaderboards, live; its achievements; its challenges; friends who play. The address says which:
//
//     /games/?id=com.example.game&view=leaderboards&leaderboard=best&players=friends&time=week&environment=sandbox
//     /games/?id=com.example.game&view=leaderboards&set=cups
//     /games/?id=com.example.game&view=achievements&achievement=first
//     /games/?id=com.example.game&view=challenges
//     /games/?id=com.example.game&view=friends

import { games } from "../lib/api.js";
import { matches } from "../lib/api-matches.js";
import { find, h, present } from "../lib/dom.js";
import { addTexts, t } from "../lib/i18n.js";
import { environment, onOtherTab, session, signInAddress } from "../lib/session.js";
import "../elements/chrome.js";
import { failure, state } from "../elements/state.js";
import { achievementsView } from "./achievements.js";
import { activitiesCard } from "./activities.js";
import { challengesView } from "./challenges.js";
import { friendsView } from "./friends.js";
import { gameAbout, gameHead, gameSkeleton, viewLinks } from "./head.js";
import { leaderboardsView } from "./leaderboards.js";
import { like } from "./like.js";
import { bundleID, query, view } from "./address.js";

await addTexts("social");

const parts = { leaderboards: leaderboardsView, achievements: achievementsView, challenges: challengesView,
    friends: friendsView };
const main = find("#main");

/** @param {Wire.Game} game */
function environmentLink(game) {
    if (!game.environments.includes("sandbox") && environment === "production") return null;
    const address = new URL(location.href);
    const other = environment === "sandbox" ? "production" : "sandbox";
    if (other === "production") address.searchParams.delete("environment");
    else address.searchParams.set("environment", other);
    return h("p", { class: "environment-link" }, h("a", { href: address.pathname + address.search },
        t(`game.to-${other}`)));
}

/** Friends and challenges belong to a player: visitors sign in first, and come back. */
const isSomebodys = ["challenges", "friends"].includes(view ?? "") || query.get("players") === "friends";

/**
 * Whether this is a game of matches, as far as the reader's own tell.
 * @param {Wire.Game} game
 */
async function askForMatches({ environments }) {
    if (!environments.includes(environment) || await session() === null) return false;
    try {
        return (await matches.ofGame(bundleID, { environment })).length > 0;
    } catch {
        return false;
    }
}

async function showGame() {
    main.replaceChildren(...gameSkeleton());
    try {
        const asked = games.get(bundleID, { environment });
        const [found, game, hasMatches, activities] = await Promise.all([session(), asked, asked.then(askForMatches),
            asked.then(activitiesCard)]);
        if (found === null && isSomebodys) {
            location.replace(signInAddress());
            return;
        }
        document.title = `${game.name} · Laurel`;
        const isHere = game.environments.includes(environment);
        // Who has none is not shown challenges: they have been sent to sign in.
        const me = found?.player ?? { id: "" };
        // A game of matches may have no leaderboards at all: what there is to do says enough.
        const hasBoards = game.leaderboardCount > 0 || activities === null;
        const isNeeded = hasBoards || view !== "leaderboards";
        const part = !isHere ? notHere(game)
            : isNeeded && await parts[view](game, { isSignedIn: found !== null, me });
        main.replaceChildren(...present([gameHead(game, found !== null && like(game)),
            isHere && viewLinks(hasMatches, hasBoards),
            environment === "sandbox" && h("p", { class: "notice notice-sandbox" }, t("game.in-sandbox")),
            // A game without leaderboards has more to say of them.
            ...(game.leaderboardCount === 0 ? [activities, part] : [part, activities]),
            gameAbout(game), isHere && environmentLink(game)]));
    } catch (error) {
        main.replaceChildren([404, 400].includes(error?.status) ? unknown() : failure(error, showGame, "h1"));
    }
}

/**
 * Its developers see a game before the players do: until it is released it has the Sandbox alone.
 * @param {Wire.Game} game
 */
const notHere = (game) => h("section", { class: "card" }, state({ title: t("game.unreleased"),
    text: t("problem.not-released"), actions: [environmentLink(game)] }));

function unknown() {
    document.title = `${t("game.unknown.title")} · Laurel`;
    return state({ title: t("game.unknown.title"), text: t("game.unknown.text"), level: "h1",
        actions: [h("a", { class: "button button-primary", href: "/" }, t("home"))] });
}

onOtherTab(() => location.reload());
// All games are there.
if (bundleID === "") location.replace("/");
else showGame();
