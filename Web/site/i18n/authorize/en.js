// A game on another origin asks who the player is: English.

/** @type {import("../../lib/i18n.js").Catalogue} */
export default {
    "authorize.title": "Sign in to {name}",
    "authorize.from": "{name} at {origin} wants to sign you in with your Game Center account.",
    "authorize.gets.name": "It can see your player name and an ID used only for this game.",
    "authorize.gets.play": "It can submit your scores and progress, and store your saved games for this game.",
    "authorize.gets.long": "It keeps this until you end it in your settings or don't play for 90 days, for a year at "
        + "most.",
    "authorize.gets.nothing": "It can't see your password or your other games. You can sign out there at any time.",
    "authorize.allow": "Continue as {name}",
    "authorize.sign-in": "Sign in or create an account",
    "authorize.cancel": "Cancel",
    "authorize.refused.title": "This game can't sign you in",
    "authorize.back": "Back to the game",
    "authorize.lost.title": "The game's page was closed",
    "authorize.lost.text": "Close this window and try again from the game.",
    "authorize.register": "For its developer: {address} isn't registered with the app. Add exactly this address in "
        + "Connect, under Web game, or with laurel app set --add-origin.",
};
