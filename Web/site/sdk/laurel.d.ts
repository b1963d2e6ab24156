// Types of laurel.js. Those of the server's answers are in wire.d.ts, which the server makes from its OpenAPI document
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

/** What the server says when it refuses (RFC 9457), and what the module says when it cannot be reached. */
export declare class LaurelError extends Error {
    /** A stable word: the last part of the problem's type, or `communications-failure`, `cancelled`,
     * `popup-blocked`, `sign-in-failed`. */
    readonly kind: string;
    /** Of HTTP; 0: there was no answer. */
    readonly status: number;
    readonly title: string;
    readonly detail: string;
    readonly field?: string;
    /** Stands in the server's log. */
    readonly requestID: string;
    /** Seconds. */
    readonly retryAfter?: number;
    /** It may pass by itself: no network, a session that ended, too many requests, a server in trouble. */
    get mayPass(): boolean;
}

export interface LaurelOptions {
    /** The server's address, such as `https://games.example`. */
    server: string;
    bundleID: string;
    /** Default: `production`. */
    environment?: Environment;
    /** Default: `localStorage`. */
    storage?: Storage;
    fetch?: typeof fetch;
}

/** A score that was made and not yet sent. */
export interface WaitingScore {
    id: string;
    leaderboard?: string;
    value: bigint;
    context: bigint;
    date: string;
}

/** A report that was made and not yet sent. */
export interface WaitingReport {
    id: string;
    achievement: string;
    percentComplete: number;
    date: string;
}

/** What became of a score, or of a report of progress. */
export type Outcome<Result = SubmittedResult> =
    | ({ kind: "sent"; version: number } & Result)
    | { kind: "kept"; why: "away" | "signed-out"; isStored: boolean }
    | { kind: "refused"; error: LaurelError }
    | { kind: "unowned"; isStored: boolean };

export interface ReadingOptions {
    time?: TimeScope;
    language?: string;
    /** At least this version of the leaderboard. */
    version?: number;
}

export interface EntriesOptions extends ReadingOptions {
    players?: string;
    /** The first rank; 1 is the best. */
    from?: number;
    /** 1 to 100. */
    count?: number;
    /** `next` of an earlier page. */
    cursor?: string;
    /** The entries of these players, with their ranks on the whole leaderboard. */
    ids?: string[];
}

export interface SaveOptions {
    /** Ids of the versions that the game has seen; empty: none. Left out: what this browser saved last. */
    basedOn?: string[];
    /** What the player calls the device. */
    deviceName?: string;
    /** RFC 3339. Left out: now. */
    modificationDate?: string;
    /** Of this save; sent again with the same id, it is stored once. */
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
 * Events: `change` when the player changes; `late` (a CustomEvent with `{item: WaitingScore | WaitingReport, outcome}`)
 * when one that waited was sent or refused.
 */
export declare class Laurel extends EventTarget {
    constructor(options: LaurelOptions);
    readonly server: string;
    readonly bundleID: string;
    readonly environment: Environment;
    /** The player who is signed in, also while the server is away; null: nobody. */
    get player(): Player | null;
    get isSignedIn(): boolean;
    /** Finishes a sign-in by redirect, asks whether the session still stands, and sends what waits. */
    start(): Promise<Player | null>;
    /** Signs the player in. Call it from a click. */
    signIn(options?: { mode?: "popup" | "redirect" }): Promise<Player>;
    signOut(): Promise<void>;
    /** Submits a score, made now, to the leaderboard or to the app's default one. */
    submitScore(
        value: number | bigint, options?: { leaderboard?: string; context?: number | bigint }
    ): Promise<Outcome>;
    /** Reports progress with an achievement, 0 to 100 (the default). */
    reportAchievement(achievement: string, percentComplete?: number): Promise<Outcome<ReportedAchievement>>;
    /** How many scores and reports of this player wait to be sent. */
    get waiting(): number;
    sendWaiting(): Promise<void>;
    /** Scores made signed out, nobody's yet. */
    get unowned(): WaitingScore[];
    acceptUnowned(): Promise<void>;
    discardUnowned(): void;
    leaderboards(options?: { language?: string }): Promise<Leaderboard[]>;
    entries(leaderboard: string, options?: EntriesOptions): Promise<EntryPage>;
    entriesAround(leaderboard: string, options?: ReadingOptions & { count?: number }): Promise<EntryPage>;
    /** All achievements of the game, with the player's progress. */
    achievements(options?: { language?: string }): Promise<Achievements>;
    /** Challenges up to ten friends with a score that the player has made, or an achievement that he has earned. */
    challenge(players: string[], options: ChallengeOptions): Promise<IssuedChallenge[]>;
    /** The player's challenges, newest first. */
    challenges(options?: {
        role?: "received" | "sent"; state?: string; before?: string; count?: number; language?: string;
    }): Promise<Challenge[]>;
    declineChallenge(id: string): Promise<unknown>;
    savedGames(): Promise<SavedGame[]>;
    /** Answers all versions that the name has now: more than one are a conflict. */
    saveGame(name: string, data: BufferSource | Blob, options?: SaveOptions): Promise<SavedGame[]>;
    loadSavedGame(id: string): Promise<Uint8Array>;
    deleteSavedGame(name: string): Promise<null>;
    /** Who the player is, signed: for your own server. */
    identity(): Promise<IdentityProof>;
    /** Hears of these leaderboards and of all that the server tells the player; the answer ends it. The event
     * `refused` has a LaurelError and is the last one. */
    listen(leaderboards: string[], onEvent: (type: string, data: any) => void): () => void;
    /** Any route of the server that a game may call. */
    request(method: string, path: string, options?: RequestOptions): Promise<any>;
}

/** As JSON.parse, with BigInt for the fields that have 64 bits. */
export declare function parseJSON(text: string): any;
/** As JSON.stringify, with JSON integers for BigInt. */
export declare function encodeJSON(value: unknown): string;
