// What a player is told, wherever it is told: inbox, banners, push messages, games. English. scripts/notice-words takes
// it into the service worker.

export default {
    "notice.somebody": "Someone",
    "notice.other": "New notification",
    "notice.account.password": "Your password was changed. If it wasn't you, use a recovery code now.",
    "notice.account.recovery": "Your password was changed with a recovery code. If it wasn't you, use another one now.",
    "notice.account.passwordReset": "The people who run this server reset your password. Create new recovery codes.",
    "notice.account.recoveryCodes": "Your account has new recovery codes. The old ones no longer work.",
    "notice.account.twoFactorOn": "Two-factor authentication was turned on for your account.",
    "notice.account.twoFactorOff": "Two-factor authentication was turned off for your account.",
    "notice.account.twoFactorReset": "The people who run this server turned off two-factor authentication for your "
        + "account.",
    "notice.account.other": "Something about how you sign in has changed.",
    "notice.said.challengeReceived": "{name} challenged you",
    "notice.said.challengeCompleted": "Your challenge with {name} is complete",
    "notice.said.challengeBeaten": "{name} beat your challenge",
    "notice.said.challengeDeclined": "{name} declined your challenge",
    "notice.said.friendRequested": "{name} wants to be your friend",
    "notice.said.friendAccepted": "{name} is now your friend",
    "notice.said.overtaken": "{name} passed you",
    "notice.said.achievementEarned": "Achievement unlocked",
    "notice.said.achievementEarned.title": "Achievement unlocked: {title}",
    "notice.said.achievementEarned.points": ({ points }, { number }) =>
        `Achievement unlocked: ${points === 1 ? "+1 point" : `+${number(points)} points`}`,
    "notice.said.contentRemoved": "A moderator removed {thing}",
    "notice.thing.name": "your name",
    "notice.thing.photo": "your photo",
    "notice.thing.message": "one of your messages",
    "notice.thing.status": "your status",
    "notice.thing.other": "some of your content",
    "notice.mute": "Mute",
};
