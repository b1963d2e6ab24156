// The service worker for Web Push: shows a notification while no page is open, and opens the page on a click. It
// caches nothing and handles no requests. lib/push.js registers it.

const TEXTS = {
    en: {
        friendRequested: "{who} wants to be your friend",
        friendAccepted: "{who} is now your friend",
        challengeReceived: "{who} challenged you",
        challengeCompleted: "Your challenge with {who} is complete",
        challengeDeclined: "{who} declined your challenge",
        achievementEarned: "Achievement unlocked",
        overtaken: "{who} passed you",
        contentRemoved: "A moderator removed some of your content",
        accountChanged: "Something about how you sign in has changed",
        somebody: "Someone",
        mute: "Mute",
    },
    zh: {
        friendRequested: "{who} 想加你为好友",
        friendAccepted: "{who} 现在是你的好友",
        challengeReceived: "{who} 向你发起了挑战",
        challengeCompleted: "你与 {who} 的挑战已完成",
        challengeDeclined: "{who} 拒绝了你的挑战",
        achievementEarned: "获得成就",
        overtaken: "{who} 超过了你",
        contentRemoved: "审核员移除了你的一项内容",
        accountChanged: "你的登录方式有变化",
        somebody: "有人",
        mute: "静音",
    },
};
const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));
const language = new URL(self.location.href).searchParams.get("language") ?? navigator.language;
const texts = language.startsWith("zh") ? TEXTS.zh : TEXTS.en;

/** @param {Wire.Notice} notice as in `GET /v1/notices` */
function show(notice) {
    const who = notice.about?.displayName ?? texts.somebody;
    const text = (texts[notice.kind] ?? "").replace("{who}", () => who);
    return worker.registration.showNotification(notice.game?.name ?? "Game Center", {
        body: text,
        icon: "/mark/wreath.svg",
        // Replaces an earlier notification of the same notice.
        tag: `notice-${notice.id}`,
        data: { id: notice.id, kind: notice.kind, bundleID: notice.game?.bundleID, environment: notice.environment },
        actions: [{ action: "mute", title: texts.mute }],
    });
}

function send(method, path, body) {
    return fetch(path, {
        method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), credentials: "same-origin",
    });
}

/** Pages by kind of notice. inbox/notice.js has the same ones, but a classic worker cannot import a module. */
const places = {
    friendRequested: "/friends/?view=requests",
    friendAccepted: "/friends/",
    challengeReceived: "/challenges/",
    challengeCompleted: "/challenges/?view=history",
    challengeDeclined: "/challenges/?view=history",
};

function address({ kind, bundleID, environment }) {
    const isAboutGame = !Object.hasOwn(places, kind) && bundleID !== undefined;
    const target = new URL(isAboutGame ? "/games/" : places[kind] ?? "/inbox/", self.location.origin);
    if (isAboutGame) target.searchParams.set("id", bundleID);
    if (environment === "sandbox" && (isAboutGame || kind.startsWith("challenge"))) {
        target.searchParams.set("environment", environment);
    }
    return target.pathname + target.search;
}

/** Focuses a tab that shows the page, or opens one. */
async function open(data) {
    const target = address(data);
    const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    const tab = tabs.find((one) => new URL(one.url).pathname + new URL(one.url).search === target);
    await Promise.all([
        tab === undefined ? worker.clients.openWindow(target) : tab.focus(),
        send("PATCH", "/v1/notices", { id: data.id }),
    ]);
}

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
worker.addEventListener("notificationclick", (event) => {
    const { action, notification } = event;
    notification.close();
    event.waitUntil(action === "mute"
        ? send("POST", `/v1/notices/${notification.data.id}/mute`, { extent: "kindInGame" })
        : open(notification.data));
});
// The push service has replaced the subscription.
worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil((async () => {
    const options = event.oldSubscription?.options ?? { userVisibleOnly: true };
    const subscription = event.newSubscription ?? await worker.registration.pushManager.subscribe(options);
    await send("PUT", "/v1/push/subscription", subscription.toJSON());
})()));
