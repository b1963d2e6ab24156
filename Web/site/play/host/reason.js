// Why the server rejected something.

/**
 * A refusal in the player's language.
 * @param {{problem: string, title: string, detail: string}} refusal as `refusal` of gamecenter.js has it
 * @param {object} words
 */
export function reason(refusal, words) {
    return words.because[refusal.problem] ?? words.becauseOther(refusal);
}
