// What the address of a game's page says, and the addresses of its parts.

import { setAddress } from "../lib/back.js";
import { environment } from "../lib/session.js";

/** @type {("leaderboards" | "achievements" | "challenges" | "friends")[]} */
export const views = ["leaderboards", "achievements", "challenges", "friends"];
export const query = new URLSearchParams(location.search);
export const bundleID = query.get("id") ?? "";
export const view = views.find((one) => one === query.get("view")) ?? views[0];

/**
 * An address of ours, in the same environment.
 * @param {string} path @param {Record<string, string>} members
 */
export function address(path, members) {
    const search = new URLSearchParams(members);
    if (environment !== "production") search.set("environment", environment);
    return `${path}?${search}`;
}

/**
 * Writes what is chosen into the address, so that a link or a reload shows the same.
 * @param {string} name @param {string} value
 */
export function remember(name, value) {
    const here = new URL(location.href);
    here.searchParams.set(name, value);
    setAddress(here);
}

/**
 * Where friends are challenged with a score of the reader's.
 * @param {string} leaderboard @param {bigint} value
 */
export const challengeWithScore = (leaderboard, value) =>
    address("/challenges/new/", { game: bundleID, leaderboard, value: String(value) });

/** @param {string} achievement */
export const challengeWithAchievement = (achievement) =>
    address("/challenges/new/", { game: bundleID, achievement });
