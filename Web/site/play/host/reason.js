// Why the server rejected something.

import { hasText, say } from "./texts.js";

/**
 * A refusal in the player's language.
 * @param {{problem: string, title: string, detail: string}} refusal as `refusal` of gamecenter.js has it
 */
export function reason({ problem, title, detail }) {
    const known = [`play.problem.${problem}`, `problem.${problem}`].find(hasText);
    return known !== undefined ? say(known)
        : say("play.unknownProblem", { slot: [title, detail].filter(Boolean).join(" · "), value: problem || title });
}
