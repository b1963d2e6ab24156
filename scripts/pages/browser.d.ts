// What browsers have and the compiler does not know yet (Debian's TypeScript 4.8), and our own elements.

interface AbortSignal {
    readonly reason: any;
}

/** `ScrollBehavior` has no "instant" yet. */
interface Element {
    scrollIntoView(options: { block: ScrollLogicalPosition; behavior: "instant" }): void;
}

interface URLSearchParams {
    readonly size: number;
}

interface MapConstructor {
    groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]>;
}

interface Array<T> {
    toSpliced(start: number, deleteCount: number, ...items: T[]): T[];
}

/** https://html.spec.whatwg.org/#navigation-interface */
interface Window {
    readonly navigation?: {
        addEventListener(type: "navigate", listener: (event: NavigateEvent) => void): void;
    };
}

interface NavigateEvent extends Event {
    readonly destination: { readonly url: string };
    readonly downloadRequest: string | null;
}

interface HTMLElementTagNameMap {
    "laurel-board": import("../../Web/site/elements/board.js").Board;
}

/** `self` in the service worker: the compiler knows pages or workers, not both at once. */
interface ServiceWorkerScope {
    readonly registration: ServiceWorkerRegistration;
    readonly clients: {
        claim(): Promise<void>;
        matchAll(options: { type: string; includeUncontrolled: boolean }): Promise<WindowClient[]>;
        openWindow(address: string | URL): Promise<WindowClient | null>;
    };
    skipWaiting(): Promise<void>;
    addEventListener(type: "install" | "activate", listener: (event: LateWork) => void): void;
    addEventListener(type: "push", listener: (event: LateWork & { data: { json(): any } }) => void): void;
    addEventListener(
        type: "notificationclick", listener: (event: LateWork & { action: string; notification: Notification }) => void
    ): void;
    addEventListener(
        type: "pushsubscriptionchange",
        listener: (
            event: LateWork & { oldSubscription: PushSubscription | null; newSubscription: PushSubscription | null }
        ) => void
    ): void;
}

interface LateWork extends Event {
    waitUntil(work: Promise<unknown>): void;
}

interface WindowClient {
    readonly url: string;
    readonly visibilityState: DocumentVisibilityState;
    readonly focused: boolean;
    focus(): Promise<WindowClient>;
    postMessage(message: unknown): void;
}
