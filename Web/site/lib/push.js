// Whether this browser tells the player what happens while no page is open (Web Push).

import { request } from "./api.js";
import { language } from "./i18n.js";

/** Whether this browser can do it at all; it needs https (or this very machine). */
export const canPush = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** The worker cannot read what the reader has chosen: its address says the language. */
const worker = `/notifications-worker.js?${new URLSearchParams({ language })}`;
const registered = () => navigator.serviceWorker.register(worker);

/** Another language since: the same registration, and so the same subscription, with a worker that speaks it. */
async function followLanguage() {
    const address = (await navigator.serviceWorker.getRegistration("/"))?.active?.scriptURL;
    if (address !== undefined && address !== new URL(worker, location.origin).href) await registered();
}

/** @param {string} base64URL */
function bytes(base64URL) {
    const text = atob(base64URL.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** @returns {Promise<boolean>} whether this browser is told, as the server knows it */
export async function isPushOn() {
    if (!canPush || Notification.permission !== "granted") return false;
    await followLanguage();
    return (await request("GET", "/v1/push")).isSubscribed;
}

/**
 * Asks for the permission and subscribes. Call it from a click.
 * @returns {Promise<boolean>} false: the player or the browser said no
 */
export async function turnPushOn() {
    if (await Notification.requestPermission() !== "granted") return false;
    const { publicKey } = await request("GET", "/v1/push");
    const registration = await registered();
    await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: bytes(publicKey) };
    let subscription;
    try {
        subscription = await registration.pushManager.subscribe(options);
    } catch (error) {
        if (error.name !== "InvalidStateError") throw error;
        // Subscribed under another key: the server was set up anew.
        await (await registration.pushManager.getSubscription())?.unsubscribe();
        subscription = await registration.pushManager.subscribe(options);
    }
    const body = /** @type {PushSubscriptionJSON & Wire.PushSubscription} */ (subscription.toJSON());
    await request("PUT", "/v1/push/subscription", { body });
    return true;
}

export async function turnPushOff() {
    await request("DELETE", "/v1/push/subscription");
    const registration = await navigator.serviceWorker.getRegistration("/");
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
