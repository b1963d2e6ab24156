// The SharedWorker in which all tabs share one event stream. events.js speaks with it:
//   tab → worker   {type: "hello", lock?} · {type: "add", id, environment, leaderboards, notices} ·
//                  {type: "remove", id}
//                  {type: "wake"} · {type: "bye"}
//   worker → tab   {id, message}, message as in event-hub.js

import { EventHub } from "./event-hub.js";

const hub = new EventHub((address) => new EventSource(address));

addEventListener("connect", (event) => {
    const [port] = /** @type {MessageEvent} */ (event).ports;
    /** @type {Map<number, import("./event-hub.js").Subscription>} */
    const subscriptions = new Map();
    const leave = () => {
        for (const subscription of subscriptions.values()) hub.remove(subscription, true);
        subscriptions.clear();
    };
    /** @param {number} id */
    const remove = (id) => {
        const subscription = subscriptions.get(id);
        if (subscription !== undefined) hub.remove(subscription);
        subscriptions.delete(id);
    };
    /** @type {Record<string, (data: any) => unknown>} */
    const actions = {
        // A tab holds a lock as long as it lives. Who gets it knows that the tab is gone, even after a crash.
        hello: ({ lock }) => lock && navigator.locks?.request(lock, leave),
        add({ id, environment, leaderboards, notices }) {
            remove(id);
            /** @param {import("./event-hub.js").Message} message */
            const deliver = (message) => port.postMessage({ id, message });
            const subscription = { environment, leaderboards, notices, deliver };
            subscriptions.set(id, subscription);
            hub.add(subscription);
        },
        remove: ({ id }) => remove(id),
        wake: () => hub.wake(),
        bye: leave,
    };
    port.onmessage = ({ data }) => actions[data.type]?.(data);
});
