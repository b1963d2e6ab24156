// Renders the loops of a game beside it: each is some hundred thousand samples, which would hold a frame up.

import { Module } from "./module.js";

/** @param {MessageEvent<{module: string, sounds: number[]}>} event which of the core's sounds */
addEventListener("message", async ({ data: { module: address, sounds } }) => {
    /** @type {Module} */ let module;
    try {
        module = await Module.load(address);
    } catch {
        // Offline, say. What nobody catches here, no listener of the page hears of: it's told as a message.
        /** @type {any} */ (self).postMessage(null);
        return;
    }
    // Games differ in what else they begin with; more than they take is left out.
    module.core.game_new(1n, 0, 0);
    for (const sound of sounds) {
        const samples = module.handed(module.core.sound_render(sound), Int16Array);
        // The compiler takes this for a page, whose postMessage names an origin.
        /** @type {any} */ (self).postMessage({ sound, samples }, [samples.buffer]);
    }
});
