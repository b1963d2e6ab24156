// What players are told, and the inbox it is kept in: English.

/** @type {import("../../lib/i18n.js").Catalogue} */
export default {
    "inbox.title": "Inbox",
    "inbox.read-all": "Mark all as read",
    "inbox.settings": "Settings",
    "inbox.none.title": "Nothing here yet",
    "inbox.none.text": "Challenges, friend requests, and friends who pass you on a leaderboard show up here right "
        + "away.",
    "inbox.none.friends": "Find a friend",
    "inbox.play": "Play: {what}",
    "inbox.achievement": "{title}",
    "inbox.and": ", ",
    "inbox.overtaken": ({ name, count, titles }, { number }) =>
        `${name} passed you ${count === 2 ? "twice" : `${number(count)} times`}${titles === "" ? "" : `: ${titles}`}`,
    "inbox.achievements": ({ count, titles, points }, { number }) =>
        `${number(count)} achievements unlocked${titles === "" ? "" : `: ${titles}`}`
            + (points > 0 ? ` (+${number(points)})` : ""),
    "inbox.unread": "Unread",
    "inbox.more": "Show older",
    "inbox.today": "Today",
    "inbox.yesterday": "Yesterday",
    "inbox.earlier": "Earlier",
    "inbox.options": "Options for: {what}",
    "inbox.mark-read": "Mark as read",
    "inbox.turns-stay": "Everything is read except your turns. They stay here until you play.",
    "inbox.delete": "Delete",
    "inbox.deleted": "Deleted",
    "inbox.mute.kindInGame": "Mute this type in {game}",
    "inbox.mute.game": "Mute {game}",
    "inbox.mute.kind": "Mute this type everywhere",
    "inbox.muted": "Muted. These now arrive silently.",
    "inbox.muted.change": "Change this in Settings",
    "inbox.count": ({ count }, { number }) => (count === 0 ? "All read" : `${number(count)} unread`),
};
