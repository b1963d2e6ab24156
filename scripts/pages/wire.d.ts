// What the server answers, under a name that every module of the pages knows: `Wire.Game`. The types themselves are
// printed by `laurel types` when the pages are checked (scripts/check-pages).
export * from "./sdk/wire.js";
export as namespace Wire;
