// How pages ask the server (`request` of lib/api.js): the path names a route, which says what is sent and answered.
import type { RouteOf, Routes } from "./sdk/laurel.js";

/** Null leaves a field out, like undefined. */
type Query<Fields> = {
    [Name in keyof Fields]: Fields[Name] | ("true" extends Fields[Name] ? boolean : never) | null
};

/** As it is written: small 64-bit integers may be numbers. */
type Sent<Value> = Value extends bigint ? bigint | number
    : Value extends (infer Item)[] ? Sent<Item>[]
    : Value extends Blob | BufferSource ? Value
    : Value extends object ? { [Name in keyof Value]: Sent<Value[Name]> } : Value;

type Options<Route extends keyof Routes> = { signal?: AbortSignal; isRepeatable?: boolean;
    whenGone?: Routes[Route]["answer"] }
    & (Routes[Route]["query"] extends null ? { query?: undefined }
        : {} extends Routes[Route]["query"] ? { query?: Query<Routes[Route]["query"]> }
        : { query: Query<Routes[Route]["query"]> })
    & (Routes[Route]["body"] extends null ? { body?: undefined } : { body: Sent<Routes[Route]["body"]> });

type Arguments<Route extends keyof Routes> = [Route] extends [never] ? [thereIsNoSuchRoute: never]
    : {} extends Options<Route> ? [options?: Options<Route>] : [options: Options<Route>];

declare global {
    type Ask = <Method extends string, Path extends string>(
        method: Method, path: Path, ...options: Arguments<RouteOf<Method, Path>>
    ) => Promise<Routes[RouteOf<Method, Path>]["answer"]>;
}
