// Types of laurel.js. The types of server responses are in wire.d.ts, which is generated from the OpenAPI document
// (`laurel types` prints it).

import type {
    Achievements, Challenge, EntryPage, IdentityProof, IssuedChallenge, Leaderboard, Player, ReportedAchievement,
    SavedGame, SubmittedResult,
} from "./wire.js";

export * from "./wire.js";

/** The version of this module. */
export declare const version: string;

export type Environment = "production" | "sandbox";
export type TimeScope = "today" | "week" | "allTime";

/** A problem that the server reports (RFC 9457), or a failure to reach it. */
export declare class LaurelError extends Error {
    /** A stable identifier: the last part of the problem's type, or `communications-failure`, `cancelled`,
     * `popup-blocked` or `sign-in-failed`. */
    readonly kind: string;
    /** The HTTP status; 0 if there was no response. */
    readonly status: number;
    readonly title: string;
    readonly detail: string;
    readonly field?: string;
    /** The request's id in the server's log. */
    readonly requestID: string;
    /** Seconds to wait before the next attempt. */
    readonly retryAfter?: number;
    /** Whether a later attempt may succeed: no network, an ended session, too many requests, or a server error. */
    get mayPass(): boolean;
}

export interface LaurelOptions {
    /** The server's address, such as `https://games.example`. */
    server: string;
    bundleID: string;
    /** Defaults to `production`. */
    environment?: Environment;
    /** Defaults to `localStorage`. */
    storage?: Storage;
    fetch?: typeof fetch;
}

/** A score that has not been sent yet. */
export interface WaitingScore {
    id: string;
    leaderboard?: string;
    value: bigint;
    context: bigint;
    date: string;
}

/** A progress report that has not been sent yet. */
export interface WaitingReport {
    id: string;
    achievement: string;
    percentComplete: number;
    date: string;
}

/** The outcome of submitting a score or reporting progress. */
export type Outcome<Result = SubmittedResult> =
    | ({ kind: "sent"; version: number } & Result)
    | { kind: "kept"; why: "away" | "signed-out"; isStored: boolean }
    | { kind: "refused"; error: LaurelError }
    | { kind: "unowned"; isStored: boolean };

export interface ReadingOptions {
    time?: TimeScope;
    language?: string;
    /** Read at least this version of the leaderboard. */
    version?: number;
}

export interface EntriesOptions extends ReadingOptions {
    players?: string;
    /** The first rank to read; 1 is the best. */
    from?: number;
    /** 1 to 100. */
    count?: number;
    /** The `next` of an earlier page. */
    cursor?: string;
    /** Read only the entries of these players, with their ranks on the whole leaderboard. */
    ids?: string[];
}

export interface SaveOptions {
    /** Ids of the versions that the game has seen; empty if none. Defaults to the last version this browser saved. */
    basedOn?: string[];
    /** The player's name for the device. */
    deviceName?: string;
    /** RFC 3339. Defaults to now. */
    modificationDate?: string;
    /** The id of this save. A save sent twice with the same id is stored once. */
    id?: string;
}

export interface ChallengeOptions {
    leaderboard?: string;
    value?: number | bigint;
    context?: number | bigint;
    achievement?: string;
    message?: string;
}

export interface RequestOptions {
    query?: Record<string, string | number | boolean | undefined>;
    /** JSON; BigInt for 64-bit integers. */
    body?: unknown;
    /** Bytes. */
    data?: BufferSource | Blob;
    signal?: AbortSignal;
}

/**
 * Events: `change` when the player changes; `late` when a queued score or report was sent or refused (a CustomEvent
 * with `{item: WaitingScore | WaitingReport, outcome}`).
 */
export declare class Laurel extends EventTarget {
    constructor(options: LaurelOptions);
    readonly server: string;
    readonly bundleID: string;
    readonly environment: Environment;
    /** The signed-in player, even while the server is unreachable; null when signed out. */
    get player(): Player | null;
    get isSignedIn(): boolean;
    /** Completes a sign-in by redirect, checks that the session is still valid, and sends queued scores. */
    start(): Promise<Player | null>;
    /** Signs the player in. Call it from a click handler. */
    signIn(options?: { mode?: "popup" | "redirect" }): Promise<Player>;
    signOut(): Promise<void>;
    /** Submits a score dated now to the leaderboard, or to the app's default one. */
    submitScore(
        value: number | bigint, options?: { leaderboard?: string; context?: number | bigint }
    ): Promise<Outcome>;
    /** Reports progress toward an achievement, 0 to 100. Defaults to 100. */
    reportAchievement(achievement: string, percentComplete?: number): Promise<Outcome<ReportedAchievement>>;
    /** The number of this player's queued scores and reports. */
    get waiting(): number;
    sendWaiting(): Promise<void>;
    /** Scores made while signed out, which no player has accepted yet. */
    get unowned(): WaitingScore[];
    acceptUnowned(): Promise<void>;
    discardUnowned(): void;
    leaderboards(options?: { language?: string }): Promise<Leaderboard[]>;
    entries(leaderboard: string, options?: EntriesOptions): Promise<EntryPage>;
    entriesAround(leaderboard: string, options?: ReadingOptions & { count?: number }): Promise<EntryPage>;
    /** All achievements of the game, with the player's progress. */
    achievements(options?: { language?: string }): Promise<Achievements>;
    /** Challenges up to ten friends with one of the player's scores or an achievement they have earned. */
    challenge(players: string[], options: ChallengeOptions): Promise<IssuedChallenge[]>;
    /** The challenges that the player received or sent, newest first. */
    challenges(options?: {
        role?: "received" | "sent"; state?: string; before?: string; count?: number; language?: string;
    }): Promise<Challenge[]>;
    declineChallenge(id: string): Promise<unknown>;
    savedGames(): Promise<SavedGame[]>;
    /** Returns every current version of that name. More than one is a conflict. */
    saveGame(name: string, data: BufferSource | Blob, options?: SaveOptions): Promise<SavedGame[]>;
    loadSavedGame(id: string): Promise<Uint8Array>;
    deleteSavedGame(name: string): Promise<null>;
    /** Signed proof of the player's identity, for your own server to verify. */
    identity(): Promise<IdentityProof>;
    /** Listens to changes of these leaderboards and to the player's notices. Call the returned function to stop. After
     * `refused`, whose data is a LaurelError, no more events follow. */
    listen(leaderboards: string[], onEvent: (type: string, data: any) => void): () => void;
    /** Calls any route that is open to games. */
    request(method: string, path: string, options?: RequestOptions): Promise<any>;
}

/** Like JSON.parse, but with BigInt for 64-bit fields and for integers beyond 2^53. */
export declare function parseJSON(text: string): any;
/** Like JSON.stringify, but writes BigInt as JSON integers. */
export declare function encodeJSON(value: unknown): string;
