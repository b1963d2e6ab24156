// Where the addresses lead that GameKit's view controllers open for friends (PageAddress.swift).

import { people } from "../lib/api-social.js";

/**
 * @param {URLSearchParams} query `player`: the alias of whom to show; `to`, `mail`, `message`: a request to be sent
 * @returns {Promise<string>} a path of this site: the friends, one of them, or the form that asks to be friends
 */
export async function friendsAddress(query) {
    const alias = query.get("player");
    if (query.get("view") !== "request" && alias === null) return "/friends/";
    if (query.get("view") !== "request") {
        const friend = (await people.friends()).find((player) => player.alias === alias);
        if (friend !== undefined) return `/players/?${new URLSearchParams({ id: friend.id })}`;
    }
    const wanted = new URLSearchParams({ view: "invite" });
    for (const [name, value] of query) {
        if (["to", "mail", "message"].includes(name)) wanted.append(name, value);
    }
    if (alias !== null && !wanted.has("to")) wanted.append("to", alias);
    return `/friends/?${wanted}`;
}
