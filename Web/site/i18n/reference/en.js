// English: the reference of the interface. What it says of each operation comes from the server, in English.

/** @type {import("../../lib/i18n.js").Catalogue} */
export default {
    "reference.title": "API reference",
    "reference.text": "Every request that this server answers, as its OpenAPI document describes it.",
    "reference.navigation": "Operations",
    "reference.search": "Find an operation",
    "reference.count": ({ count }, { number }) => `${number(count)} ${count === 1 ? "operation" : "operations"}`,
    "reference.none": "No operation has “{text}” in its name, path or parameters.",
    "reference.all": "All operations",
    "reference.server": "This server's address:",
    "reference.document": "OpenAPI document",
    "reference.all-problems": "All problems",
    "reference.curl": "Try it with curl",
    "reference.webhook": "your webhook's address",
    "reference.path": "Path parameters",
    "reference.query": "Query parameters",
    "reference.body": "Request body",
    "reference.response": "Response",
    "reference.problems": "Problems",
    "reference.example": "Example",
    "reference.required": "Required",
    "reference.fields": "Fields of",
    "reference.words": ({ count }, { number }) => `${number(count)} values`,
    "reference.items": ({ count }, { number }) => `At most ${number(count)} ${count === 1 ? "item" : "items"}`,
    "reference.range": "Range: {range}",
    "reference.length": "Characters: {range}",
};
