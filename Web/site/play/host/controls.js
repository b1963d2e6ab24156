// Keys that are the same in every game, and a window that comes and goes.

/** What browsers that send no `isComposing` with the last key of a composition have as its code. */
const COMPOSING = 229;

/**
 * What is written into, if an event is for it.
 * @param {Event} event @returns {?HTMLInputElement}
 */
const fieldOf = ({ target }) => (target instanceof HTMLInputElement && target.type !== "checkbox" ? target : null);

/**
 * Hands a host its keys, and tells it when its window comes and goes.
 * @param {import("./host.js").Host} host
 * @param {{resized: () => void, seen: (isSeen: boolean) => void}} does
 */
export function listen(host, { resized, seen }) {
    addEventListener("keydown", (event) => keyDown(host, event));
    host.canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    // Sound may begin when a finger goes up, not when it comes down.
    host.canvas.addEventListener("pointerup", () => host.sound.unlock());
    /** @param {boolean} isSeen */
    const look = (isSeen) => {
        host.letGo();
        seen(isSeen);
    };
    document.addEventListener("visibilitychange", () => look(!document.hidden));
    // Not every browser hides a page before it leaves it.
    addEventListener("pagehide", () => look(false));
    addEventListener("blur", () => {
        host.letGo();
        host.pauseIfPlaying();
    });
    new ResizeObserver(resized).observe(host.canvas);
}

/** @param {import("./host.js").Host} host @param {KeyboardEvent} event */
function keyDown(host, event) {
    // What composes a letter, and what is written into a field, is none of the game's business.
    if (event.isComposing || event.keyCode === COMPOSING || event.ctrlKey || event.metaKey || event.altKey) return;
    host.sound.unlock();
    // A dialog over the game has all the keys.
    if (document.querySelector("dialog[open]") !== null) return;
    const field = fieldOf(event);
    if (event.key === "Enter" && field?.dataset.action === "message") return void host.act("sendChallenge");
    if (field === null && host.keyDown(event)) return;
    switch (field !== null && event.code !== "Escape" ? "" : event.code) {
        case "KeyP":
            if (event.repeat) break;
            if (host.screen === "play") host.pauseIfPlaying();
            else if (host.screen === "paused") host.act("resume");
            break;
        case "Escape":
            if (!event.repeat) host.act("back");
            break;
        case "KeyM":
            if (!event.repeat) host.act("toggleSound");
            break;
        default:
    }
}
