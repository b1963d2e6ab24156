// Types of laurel.js. The types of server responses are in wire.d.ts, which is generated from the OpenAPI document
// (`laurel types` prints it).

import type {
    Achievements, Challenge, EntryPage, Exchange, ExchangeReplyOfSeat, GameActivity, IdentityProof, IssuedChallenge,
    Leaderboard, Match, MatchAchievement, MatchScore, MergePreview, MergedGuest, Notice, Party, Player,
    ProblemValues, ReportedAchievement, Routes, SavedGame, SubmittedResult, Ticket, UpgradedGuest,
} from "./wire.js";

export * from "./wire.js";

/** The version of this module. */
export declare const version: string;

export type Environment = "production" | "sandbox";
export type TimeScope = "today" | "week" | "allTime";

/** What is known of a problem. */
export interface ProblemFacts {
    status?: number;
    title?: string;
    detail?: string;
    field?: string;
    reason?: string;
    values?: ProblemValues;
    requestID?: string;
    retryAfter?: number;
    match?: Match;
    cause?: unknown;
}

/** A problem that the server reports (RFC 9457), or a failure to reach it. */
export declare class LaurelError extends Error {
    constructor(kind: string, facts?: ProblemFacts);
    /** A stable identifier: the last part of the problem's type, or `communications-failure`, `cancelled`,
     * `popup-blocked`, `sign-in-failed` or `sign-in-unavailable` (outside of pages, or with `session: "cookie"`). */
    readonly kind: string;
    /** The HTTP status; 0 if there was no response. */
    readonly status: number;
    readonly title: string;
    readonly detail: string;
    readonly field?: string;
    /** Which rule is broken, where a kind has several, such as `too-long` of a text or `breached` of a new password:
     * docs/reference.md has all. */
    readonly reason?: string;
    /** The numbers and names of that rule. */
    readonly values?: ProblemValues;
    /** The request's id in the server's log. */
    readonly requestID: string;
    /** Seconds to wait before the next attempt. */
    readonly retryAfter?: number;
    /** Of `not-your-turn`: the match as it is. */
    readonly match?: LoadedMatch;
    /** Of `endTurn`, `endMatch` and `quitMatch` in turn: whether this one is stored in this browser, and sent later. */
    readonly isKept: boolean;
    /** Whether a later attempt may succeed: no network, an ended session, too many requests, or a server error. */
    get mayPass(): boolean;
}

export interface LaurelOptions {
    /** The server's address, such as `https://games.example`. */
    server: string;
    bundleID: string;
    /** Defaults to `production`, which is open to released apps. */
    environment?: Environment;
    /**
     * `token` (the default): a sign-in of this game's own. `cookie`, on pages of the server's own origin: whoever is
     * signed in there; the pages sign in and out.
     */
    session?: "token" | "cookie";
    /** Of names and scores, such as `zh-Hans`. Defaults to the browser's. */
    language?: string;
    /** Which unowned score is kept even when it is the oldest, because 20 are kept at most. Defaults to none. */
    bestUnowned?: (items: QueuedItem[]) => QueuedItem | undefined;
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
    /** The log of the run, in Base64. */
    replay?: string;
}

/** A progress report that has not been sent yet. */
export interface WaitingReport {
    id: string;
    achievement: string;
    percentComplete: number;
    date: string;
}

/** The outcome of submitting a score or reporting progress. Of one that waits, `id` is the id of the item whose `late`
 * event will tell what became of it. */
export type Outcome<Result = SubmittedResult> =
    | ({ kind: "sent"; version: number } & Result)
    | { kind: "kept"; why: "away" | "signed-out" | "origin-not-allowed"; error: LaurelError; isStored: boolean;
        id: string }
    | { kind: "refused"; error: LaurelError }
    | { kind: "unowned"; isStored: boolean; id: string };

export interface ScoreOptions {
    /** Defaults to the app's default leaderboard. */
    leaderboard?: string;
    context?: number | bigint;
    /** The log of the run, for leaderboards that check replays. It is stored and sent with the score. */
    replay?: BufferSource;
    /** Who made the score, if not the player who is signed in now; null for nobody. */
    player?: { id: string } | null;
}

/** What a run begins with. */
export type RunTicket = Omit<Ticket, "ticket"> & {
    /** Goes into the log's header. */
    ticket: Uint8Array;
};

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
    /** The log of the score's run. */
    replay?: BufferSource;
}

/** With its data as bytes; null in a list. */
type Loaded<Item> = Omit<Item, "data"> & { data: Uint8Array | null };

/** A match with its data as bytes, and so the data of its exchanges and replies. */
export type LoadedMatch = Omit<Loaded<Match>, "exchanges"> & { exchanges: LoadedExchange[] };
export type LoadedExchange = Omit<Loaded<Exchange>, "replies"> & { replies: Loaded<ExchangeReplyOfSeat>[] };

export interface FindMatchOptions {
    /** Friends who are invited. */
    players?: string[];
    /** Whether strangers may take the seats that nobody is invited to. Defaults to a match without invitations. */
    takesStrangers?: boolean;
    /** Defaults to the player and those who are invited, or 2. */
    minPlayers?: number;
    maxPlayers?: number;
    defaultNumberOfPlayers?: number;
    /** Only requests of the same group meet. */
    group?: number | bigint;
    /** A party's code: only those who have it meet. */
    party?: string;
    attributes?: number;
    /** To those who are invited: one line of at most 300 characters. */
    message?: string;
}

/** What a player says to the others. */
export interface MatchMessageText {
    key?: string;
    arguments?: string[];
    text?: string;
}

export interface EndMatchOptions {
    message?: MatchMessageText;
    /** Scores of any who played, by seat. They count with the end of the match, or it goes on. */
    scores?: (Omit<MatchScore, "value" | "context"> & { value: number | bigint; context?: number | bigint })[];
    /** The same for their progress toward achievements. */
    achievements?: MatchAchievement[];
}

/** The end of a turn that has not been sent yet. */
export interface WaitingTurn {
    /** The key of the write. */
    id: string;
    /** The match's ID. */
    match: string;
    /** Which method made it: `endTurn`, `endMatch` or `quitMatch`. */
    kind: "turn" | "end" | "quit";
    date: string;
    /** Of the match that it was made of. */
    version: number;
    data: Uint8Array;
    /** Of `endTurn` and `quitMatch`. */
    next?: number[];
    timeout?: number;
    message?: MatchMessageText;
    /** Of `quitMatch`. */
    outcome?: number;
    /** Of `endMatch`. */
    outcomes?: (number | null)[];
    scores?: MatchScore[];
    achievements?: MatchAchievement[];
}

/** The end of a turn that was refused when it was sent at last. */
export interface LostTurn extends WaitingTurn {
    /** The problem's `kind`, such as `not-your-turn`: it came too late. */
    why: string;
}

/** What became of the end of a turn that had waited. */
export type TurnOutcome =
    /** Null: a quit that has deleted the match. */
    | { kind: "sent"; match: LoadedMatch | null }
    /** Of `not-your-turn`, the error's `match` is the match as it is. */
    | { kind: "refused"; error: LaurelError };

export interface RequestOptions {
    query?: Record<string, string | number | boolean | null | undefined>;
    /** JSON; BigInt for 64-bit integers. */
    body?: unknown;
    /** Bytes. */
    data?: BufferSource | Blob;
    signal?: AbortSignal;
}

/** `/v1/games/${string}/saved-games` of `/v1/games/{bundleID}/saved-games`. */
type Pattern<Template extends string> = Template extends `${infer Head}{${string}}${infer Tail}`
    ? `${Head}${string}${Pattern<Tail>}` : Template;

type Patterns = { [Route in keyof Routes]: Pattern<Route> };

/** The route that a method and a path name; never if there is none, or if the path is any string. */
export type RouteOf<Method extends string, Path extends string> = Path extends string ? {
    [Route in keyof Routes]: [`${Method} ${Path}`, Patterns[Route]] extends [Patterns[Route], `${Method} ${Path}`]
        ? Route : never
}[keyof Routes] : never;

/** What the route answers that a method and a path name; anything if it isn't known which. */
export type AnswerOf<Method extends string, Path extends string> =
    [RouteOf<Method, Path>] extends [never] ? any : Routes[RouteOf<Method, Path>]["answer"];

/** A leaderboard stands at this version. */
export interface LeaderboardEvent {
    bundleID: string;
    leaderboard: string;
    environment: Environment;
    /** The time scopes that changed. Missing in the first event. */
    scopes?: TimeScope[];
    version: number;
}

/** The player's notices were read or deleted, on any device. */
export interface InboxEvent {
    unread: number;
    /** The newest notice's id. */
    last: string;
    readID?: string;
    readUpTo?: string;
    deletedID?: string;
}

/** A saved game has a new version, or was deleted. */
export interface SavedGamesEvent {
    bundleID: string;
    environment: Environment;
    name: string;
    /** More than one is a conflict. */
    versions: number;
}

/** Somebody has written to one of the player's matches, or time has changed it: read it again. */
export interface MatchEvent {
    bundleID: string;
    environment: Environment;
    match: string;
    /** The match has this one, or a later one. */
    version: number;
    changes: ("data" | "turn" | "participants" | "exchanges" | "end")[];
    /** The key of the write. Null: time or the server did it. */
    key: string | null;
}

/** On a page of the server, the player chose to play this challenge or match now: read it with `challenges()` or
 * `match()`. One of them is there. */
export interface PlayEvent {
    /** The challenge's ID. */
    challenge?: string;
    /** The match's ID. */
    match?: string;
}

/** The type and data of what a stream brings. After `refused` no more follow. */
export type LiveEvent =
    | [type: "leaderboard", data: LeaderboardEvent]
    | [type: "notice", data: Notice]
    | [type: "inbox", data: InboxEvent]
    | [type: "savedGames", data: SavedGamesEvent]
    | [type: "match", data: MatchEvent]
    | [type: "play", data: PlayEvent]
    | [type: "refused", data: LaurelError];

/** A queued score or report was sent or refused. */
export type LateEvent = CustomEvent<
    | { item: WaitingScore; outcome: Outcome }
    | { item: WaitingReport; outcome: Outcome<ReportedAchievement> }
>;

/** The end of a turn that had waited was sent, or refused: then it is among `lostTurns`. */
export type LateTurnEvent = CustomEvent<{ turn: WaitingTurn; outcome: TurnOutcome }>;

/**
 * The events of a `Laurel`: `change` when the player or `isReachable` changes, here or in another tab; `late` for each
 * score and report that had waited; `drained` when no more of them are sent for now; `lateTurn` for each end of a turn
 * that had waited.
 */
export interface LaurelEventMap {
    change: Event;
    late: LateEvent;
    drained: Event;
    lateTurn: LateTurnEvent;
}

export declare class Laurel extends EventTarget {
    constructor(options: LaurelOptions);
    readonly server: string;
    readonly bundleID: string;
    readonly environment: Environment;
    /** The signed-in player, even while the server is unreachable; null when signed out. */
    get player(): Player | null;
    get isSignedIn(): boolean;
    /** Whether the player has no password yet. */
    get isGuest(): boolean;
    /**
     * Whether to offer `playAsGuest`: nobody is signed in in this browser, and nobody has been with an account, who
     * would look for their own name and scores.
     */
    get mayPlayAsGuest(): boolean;
    /** Whether the server answered when it was last asked who plays, or sent a score. */
    get isReachable(): boolean;
    /** Why the last sign-in by redirect failed; null if it didn't. */
    get signInError(): LaurelError | null;
    /**
     * Completes a sign-in by redirect, checks that the session is still valid, and sends queued scores and turns. If
     * the sign-in failed, `signInError` says why; who was signed in before stays signed in.
     */
    start(): Promise<Player | null>;
    /**
     * Signs the player in. Call it from a click handler. `redirect`: the registered address that mode "redirect"
     * returns to; this page's own by default.
     */
    signIn(options?: { mode?: "popup" | "redirect"; redirect?: string }): Promise<Player>;
    /**
     * Signs this browser's guest in without a form, who is made the first time. Fails with `guests-not-allowed` where
     * the server or the app takes none, with `guest-upgraded` once the guest has a password, and with `guest-merged`
     * once they are part of an account.
     */
    playAsGuest(): Promise<Player>;
    /**
     * Gives the guest an alias, which can be their own name, and a password. Player, scores and session stay. Only pages
     * of the server's own origin may ask for a password. The recovery codes are shown this once.
     */
    upgradeGuest(options: { alias: string; password: string; invitation?: string }): Promise<UpgradedGuest>;
    /** Whether this browser has a guest beside the account that is signed in: ask the player once whether to merge. */
    get canMergeGuest(): boolean;
    /** The best scores of both, to show with that question. */
    previewMerge(): Promise<MergePreview>;
    /**
     * Makes this browser's guest part of the account that is signed in. Scores keep their dates, and those that wait
     * here are the account's. It can't be undone; sent again, since the answer was lost, it gives the same receipt.
     */
    mergeGuest(): Promise<MergedGuest>;
    signOut(): Promise<void>;
    /**
     * Submits a score dated now to the leaderboard, or to the app's default one. If nobody is signed in, it is kept as
     * `unowned` until a player accepts it.
     */
    submitScore(value: number | bigint, options?: ScoreOptions): Promise<Outcome>;
    /**
     * A ticket for the player's next run: its `seed`, and the bytes (`ticket`) for the log's header. Valid for one
     * score, within 24 hours. A run that began offline goes without.
     */
    ticket(): Promise<RunTicket>;
    /** Reports progress toward an achievement, 0 to 100. Defaults to 100. */
    reportAchievement(achievement: string, percentComplete?: number): Promise<Outcome<ReportedAchievement>>;
    /** The number of this player's queued scores and reports. */
    get waiting(): number;
    /** Sends what is queued, ends of turns too. */
    sendWaiting(): Promise<void>;
    /** Scores and reports made while signed out, which no player has accepted yet. */
    get unowned(): (WaitingScore | WaitingReport)[];
    acceptUnowned(): Promise<void>;
    discardUnowned(): void;
    /** Queues what a game has stored by itself before it used this module, each once; null: as unowned. Whether it
     * outlives the page. */
    takeOver(items: QueuedItem[], player: { id: string } | null): boolean;
    leaderboards(options?: { language?: string }): Promise<Leaderboard[]>;
    entries(leaderboard: string, options?: EntriesOptions): Promise<EntryPage>;
    entriesAround(leaderboard: string, options?: ReadingOptions & { count?: number }): Promise<EntryPage>;
    /** All achievements of the game, with the player's progress. */
    achievements(options?: { language?: string }): Promise<Achievements>;
    /** Challenges up to ten friends with one of the player's scores or an achievement they have earned. It's sent again
     * if the answer gets lost, and arrives once. */
    challenge(players: string[], options: ChallengeOptions): Promise<IssuedChallenge[]>;
    /** The challenges that the player received or sent, newest first. */
    challenges(options?: {
        role?: "received" | "sent"; state?: string; before?: string; count?: number; language?: string;
    }): Promise<Challenge[]>;
    declineChallenge(id: string): Promise<unknown>;
    /** The replay of the winner of the group challenge that this one is a rematch of. Fails with `not-found` if there
     * is none: the challenge's `ghost` says so before. */
    groupChallengeGhost(id: string): Promise<Uint8Array>;
    /** The player's matches in this game, newest first, without their data; with a `party`, those of its code. The
     * newest 2,000: 30 can be open at once, and the server lists 1,000 ended ones. */
    matches(options?: { state?: "invited" | "turn" | "waiting" | "over"; party?: string }): Promise<Match[]>;
    /** One match with its data. */
    match(id: string): Promise<LoadedMatch>;
    /** Takes a free seat in a match of strangers, or creates a match with the player in seat 0 and with the turn.
     * Friends in `players` are invited; with `takesStrangers: false` the match is as large as the invitations.
     * `party`: a code; only those who have it meet. */
    findMatch(options?: FindMatchOptions): Promise<LoadedMatch>;
    /** The game's activities, in the player's language. */
    activities(): Promise<GameActivity[]>;
    /** Begins a party of players who meet by a code, and enters it for ten minutes. `code`: of the player's own choice;
     * one is drawn otherwise. */
    beginParty(activity: string, options?: { code?: string }): Promise<Party>;
    /** Enters a party for ten minutes, or stays in it for ten more. */
    enterParty(code: string): Promise<Party>;
    leaveParty(code: string): Promise<unknown>;
    acceptMatch(match: { id: string }): Promise<LoadedMatch>;
    declineMatch(match: { id: string }): Promise<LoadedMatch>;
    /** A move in a match that the server judges: the game's rules on the server know what the bytes mean. */
    move(match: { id: string; version: number }, move: BufferSource): Promise<LoadedMatch>;
    /** Saves the data and keeps the turn. `resolved`: exchanges that are in the data now. */
    saveMatch(match: { id: string; version: number }, data: BufferSource,
        options?: { message?: MatchMessageText; resolved?: number[] }): Promise<LoadedMatch>;
    /** Ends the turn. It goes to the first seat of `next` that can play. `timeout` in seconds: a week by default; 0:
     * none. What can't be sent now is kept in this browser, up to 30 ends of turns: the error's `isKept`. */
    endTurn(match: { id: string; version: number }, data: BufferSource, next: number[],
        options?: { timeout?: number; message?: MatchMessageText }): Promise<LoadedMatch>;
    /** Ends the match. `outcomes` by seat, as in GameKit: 2 won, 3 lost, 4 tied; null where there is one. Kept like the
     * end of a turn. */
    endMatch(match: { id: string; version: number }, data: BufferSource, outcomes: (number | null)[],
        options?: EndMatchOptions): Promise<LoadedMatch>;
    /** Leaves the match; null: nobody else had heard of it, and it is deleted. In turn, `data` and `next` end the turn,
     * with a `message` if there is one; kept like the end of a turn. */
    quitMatch(match: { id: string; version: number; state: string }, options?: {
        outcome?: number; data?: BufferSource; next?: number[]; timeout?: number; message?: MatchMessageText;
    }): Promise<LoadedMatch | null>;
    /** Ends of turns of this player that are kept until they can be sent. */
    get waitingTurns(): WaitingTurn[];
    /** Those that were refused when they were sent at last, the newest 30: give the player their data back. */
    get lostTurns(): LostTurn[];
    /** The game has its data. */
    discardLostTurn(turn: { id: string }): void;
    /** Takes the turn of a player who is 14 days past its timeout. */
    claimTurn(match: { id: string }): Promise<LoadedMatch>;
    /** Sends other seats something that needs no turn, such as a trade, of up to 4 KiB. `id` is the exchange's.
     * `timeout` in seconds: a day by default; 0: none. Once it is complete, the turn's holder names it in `resolved` of
     * `saveMatch`. */
    sendExchange(match: { id: string }, recipients: number[], data: BufferSource,
        options?: { timeout?: number; message?: MatchMessageText }): Promise<{ id: number; match: LoadedMatch }>;
    /** Replies to an exchange, once. */
    replyToExchange(match: { id: string }, exchange: { id: number }, data: BufferSource,
        options?: { message?: MatchMessageText }): Promise<LoadedMatch>;
    /** Cancels an exchange of the player's that isn't resolved yet. */
    cancelExchange(match: { id: string }, exchange: { id: number },
        options?: { message?: MatchMessageText }): Promise<LoadedMatch>;
    /** Reminds who has the turn, or these seats, at most once in 10 minutes. */
    remindOfMatch(match: Match | LoadedMatch, seats?: number[], options?: { message?: MatchMessageText }):
        Promise<LoadedMatch>;
    /** Of those who ask within 7 days, all get the same match. */
    rematch(match: { id: string }): Promise<LoadedMatch>;
    /** Takes a match out of the player's list that is over for them. */
    removeMatch(match: { id: string }): Promise<unknown>;
    /** Calls `onMatch` with the match now and whenever it has changed; with null if it can't be read any more. While the
     * server doesn't answer, it's read again by itself. Call the returned function to stop. */
    followMatch(id: string, onMatch: (match: LoadedMatch | null, error?: LaurelError) => void): () => void;
    savedGames(): Promise<SavedGame[]>;
    /** Returns every current version of that name. More than one is a conflict. */
    saveGame(name: string, data: BufferSource | Blob, options?: SaveOptions): Promise<SavedGame[]>;
    loadSavedGame(id: string): Promise<Uint8Array>;
    deleteSavedGame(name: string): Promise<null>;
    /** Signed proof of the player's identity, for your own server to verify. */
    identity(): Promise<IdentityProof>;
    /** Listens to changes of these leaderboards and to the notices of the player who is signed in. Call the returned
     * function to stop. */
    listen(leaderboards: string[], onEvent: (...event: LiveEvent) => void): () => void;
    /** Calls any route that is open to games. A path that is written out says what is answered. */
    request<Method extends string, Path extends string>(
        method: Method, path: Path, options?: RequestOptions
    ): Promise<AnswerOf<Method, Path>>;
}

/** Its events, with their types. */
export interface Laurel {
    addEventListener<Type extends keyof LaurelEventMap>(
        type: Type, listener: (this: Laurel, event: LaurelEventMap[Type]) => void,
        options?: boolean | AddEventListenerOptions
    ): void;
    addEventListener(
        type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions
    ): void;
}

/**
 * HTTP with one server: JSON or bytes in both directions, and problems as errors. `Laurel` uses it, and so do the
 * server's own pages, whose session is a cookie.
 */
export declare class Connection {
    constructor(options: { server: string; credentials?: RequestCredentials; fetch?: typeof fetch });
    /** The JSON or the bytes of the answer; null for an empty one. */
    send(method: string, path: string, options?: ConnectionOptions): Promise<any>;
    /** The response, unread. Without a signal it has to begin in time. */
    ask(method: string, path: string, options?: ConnectionOptions & { isStream?: boolean }): Promise<Response>;
}

export interface ConnectionOptions extends RequestOptions {
    headers?: Record<string, string>;
}

/** A score or report as it is stored. 64-bit integers are decimal digits. */
export type QueuedItem =
    | (Omit<WaitingScore, "value" | "context"> & { value: string; context: string; achievement?: undefined })
    | WaitingReport;

/** Values by name under a prefix, in local storage, or in memory if storage is unavailable. */
export declare class Store {
    constructor(storage: Storage | undefined, prefix: string);
    /** What it is called in the storage. */
    key(name: string): string;
    read(name: string, absent: any): any;
    /** The valid items: scores and reports, unless `isItem` says otherwise. */
    list(name: string, isItem?: (item: any) => boolean): any[];
    /** Whether it outlives the page. */
    write(name: string, value: unknown): boolean;
    remove(name: string): void;
}

/** Like JSON.parse, but with BigInt for 64-bit fields and for integers beyond 2^53. JSON.stringify writes them as
 * numbers where those are exact, and as strings where they are not. */
export declare function parseJSON(text: string): any;
/** Like JSON.stringify, but writes BigInt as JSON integers. */
export declare function encodeJSON(value: unknown): string;
