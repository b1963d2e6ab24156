// The link that creates the first administrator: English.

/** @type {import("../../lib/i18n.js").Catalogue} */
export default {
    "setup.title": "Set up your server",
    "setup.text": "This server doesn't have an administrator yet. The account you create here manages its games and "
        + "players.",
    "setup.submit": "Create admin account",
    "setup.no-token.title": "This link is incomplete",
    "setup.no-token.text": "Open the full link that the server prints each time it starts. It ends with /setup/# "
        + "and a code.",
    "setup.used.title": "This link was already used",
    "setup.used.text": "The link works once. If you're the administrator, sign in. Otherwise, ask whoever started the "
        + "server to check its log.",
};
