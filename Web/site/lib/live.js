// Lists that stay true by what the player is told.

import { oneByOne, subscribeToNotices } from "./events.js";

/**
 * Reads now, and whenever a notice says that something may have changed; once more whenever the stream has come to be
 * open, for what happened before that moment. `draw` is called only with what is new.
 *
 * @template T
 * @param {{concerns: (notice: Wire.Notice) => boolean, read: () => Promise<T>,
 *     concernsMatch?: (event: import("./event-hub.js").MatchEvent) => boolean, draw: (found: T) => void,
 *     fail: (error: any) => void}} options
 * @returns {{update: () => Promise<void>, stop: () => void}} `update` reads again, such as after the reader has done
 *     something; readings never overlap
 */
export function liveList({ concerns, concernsMatch, read, draw, fail }) {
    let hasRead = false;
    let isOpen = false;
    /** @type {?string | undefined} the newest notice that was heard, or that was there when the stream opened */
    let heard;
    /** @type {string | undefined} */
    let drawn;
    const update = oneByOne(async () => {
        hasRead = true;
        try {
            const found = await read();
            const text = JSON.stringify(found, (_, value) => (typeof value === "bigint" ? String(value) : value));
            if (text !== drawn) draw(found);
            drawn = text;
        } catch (error) {
            fail(error);
        }
    });

    const stop = subscribeToNotices({
        onNotice: (notice) => {
            heard = notice.id;
            if (concerns(notice)) update();
        },
        onMatch: (event) => concernsMatch?.(event) && update(),
        onInbox: ({ last }) => {
            // Between two streams, one may go unheard.
            if ((!isOpen || last !== heard) && hasRead) update();
            isOpen = true;
            heard = last;
        },
        // What happens while it is not open is not all told afterwards.
        onState: (state) => {
            if (state !== "live") isOpen = false;
        },
    });
    return { update, stop };
}
