// Why the server rejected something.

import { hasText, say } from "./texts.js";

/**
 * What is said of a kind of problem, in the player's language.
 * @param {string} problem
 * @param {string} [area] of texts that a game's own sentences are in
 * @returns {string | undefined} undefined: nothing
 */
export function known(problem, area = "play") {
    const key = [`${area}.problem.${problem}`, `problem.${problem}`].find(hasText);
    return key === undefined ? undefined : say(key);
}

/**
 * A refusal in the player's language.
 * @param {{problem: string, title: string, detail: string}} refusal as `refusal` of gamecenter.js has it
 */
export function reason({ problem, title, detail }) {
    return known(problem)
        ?? say("play.unknownProblem", { slot: [title, detail].filter(Boolean).join(" · "), value: problem || title });
}
