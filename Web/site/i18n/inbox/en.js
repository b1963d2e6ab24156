// What players are told, and the inbox it is kept in: English.

export default {
    "inbox.somebody": "Somebody",
    "inbox.kind.other": "Something new",
    "inbox.said.challengeReceived": "{name} challenges you",
    "inbox.said.challengeCompleted": "The challenge between {name} and you is completed",
    "inbox.said.challengeDeclined": "{name} declined your challenge",
    "inbox.said.friendRequested": "{name} would like to be your friend",
    "inbox.said.friendAccepted": "{name} and you are friends now",
    "inbox.said.overtaken": "{name} has passed you",
    "inbox.said.achievementEarned": "You earned an achievement",
    "inbox.said.achievementEarned.points": ({ points }, { number }) =>
        `You earned an achievement: ${points === 1 ? "1 point" : `${number(points)} points`}`,
    "inbox.said.contentRemoved": "A moderator removed {thing}",
    "inbox.thing.name": "your name",
    "inbox.thing.photo": "your photo",
    "inbox.thing.message": "a message of yours",
    "inbox.thing.status": "your status line",
    "inbox.thing.other": "something of yours",
};
