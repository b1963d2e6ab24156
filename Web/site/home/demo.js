// A game that plays itself, without a sound and without a score: the core's own bot holds the buttons.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { Frames } from "../play/host/frames.js";
import { Module, newSeed } from "../play/host/module.js";
import { Renderer } from "../play/host/renderer.js";

/** As in Arcade's Scene and Action. */
const SCREENS = { play: 1, over: 3 };
const ACTIONS = { play: 1, again: 5 };
/** Out of 1000: it seldom errs. */
const SKILL = 1000;
/** How long the end of a run is seen, in ticks. */
const REST = 90;
/** Words of the core's list of what to draw. */
const LIST = 512 * 8;

/**
 * Runs the game in a canvas over what the stage shows, while it is in view.
 * @param {HTMLElement} stage @param {HTMLElement} view its picture
 * @param {string} name of the game, as its page's address has it
 */
export async function runDemo(stage, view, name) {
    const [module, { pictureTexts }] = await Promise.all([
        Module.load(`/play/${name}/game.wasm`), import(`../play/${name}/words.js`)]);
    const { core } = module;
    // Before anything else is asked of it.
    core.game_new(newSeed(), 0, 0);
    const canvas = h("canvas", { class: "stage-canvas" });
    const renderer = new Renderer(canvas, core, module.sprites(), pictureTexts(false));
    await renderer.load(`/play/${name}/art`);
    view.append(canvas);
    const fit = () => {
        if (renderer.resize()) core.view_set(renderer.width, renderer.height, 0);
    };
    fit();
    new ResizeObserver(fit).observe(canvas);
    let isSeen = true;
    // What moves by itself can be stopped (WCAG 2.2.2).
    let isPaused = false;
    const pause = h("button", { class: "button button-small stage-pause", type: "button", onclick: () => {
        isPaused = !isPaused;
        pause.textContent = t(isPaused ? "home.demo.resume" : "home.demo.pause");
    } }, t("home.demo.pause"));
    stage.append(pause);
    new IntersectionObserver(([{ isIntersecting }]) => { isSeen = isIntersecting; }).observe(canvas);
    let rest = 0;
    /** @type {?Int32Array} */
    let list = null;
    const tick = () => {
        if (!isSeen || isPaused) return;
        const screen = core.game_tick(core.game_bot(SKILL));
        if (screen === SCREENS.play) return;
        rest = screen === SCREENS.over ? rest + 1 : REST;
        if (rest < REST) return;
        rest = 0;
        core.screens_act(screen === SCREENS.over ? ACTIONS.again : ACTIONS.play, 0);
    };
    const draw = (/** @type {number} */ fraction, /** @type {number} */ passed) => {
        if (!isSeen || isPaused) return;
        if (renderer.changesDetail(passed)) fit();
        const count = core.view_draw(fraction);
        // A memory that grew detaches the view of it.
        if (list === null || list.buffer !== core.memory.buffer) {
            list = new Int32Array(core.memory.buffer, core.view_list(), LIST);
        }
        renderer.draw(list, count);
        stage.dataset.running = "";
    };
    new Frames({ tick, show: () => {}, draw }).begin();
}
