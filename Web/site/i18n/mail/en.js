// Links in mails, and a new password by mail: English.

/** @type {import("../../lib/i18n.js").Catalogue} */
export default {
    "mail.address": "Mail address",
    "mail.address.missing": "Enter your mail address.",
    "mail.address.wrong": "That's no mail address. Check it for typing errors.",
    "mail.settings": "Open settings",

    "mail.ask.title": "Get a link by mail",
    "mail.ask.text": "Enter the mail address that you confirmed in your settings. We'll send you a link that sets a "
        + "new password.",
    "mail.ask.submit": "Send link",
    "mail.ask.done.title": "Look into your mail",
    "mail.ask.done.text": "If a player has this address, a mail with a link is on its way. The link works for 30 "
        + "minutes. Look into the spam folder, too.",
    "mail.off.text": "This server sends no mail. Use a recovery code, or ask the people who run it.",

    "mail.reset.title": "Choose a new password",
    "mail.reset.text": "You'll be signed out everywhere, and can sign in with the new password.",
    "mail.reset.done.title": "Your password is changed",
    "mail.reset.done.text": "Sign in with the new one.",
    "mail.reset.dead.text": "It works once, within 30 minutes. Ask for a new one.",

    "mail.confirm.title": "Confirm your mail address",
    "mail.confirm.text": "From then on, mail about your account goes to this address.",
    "mail.confirm.submit": "Confirm",
    "mail.confirm.done.title": "Your mail address is confirmed",
    "mail.confirm.done.text": "You'll get a mail if someone signs in on a new device or changes your account.",
    "mail.confirm.dead.text": "It works once, within 24 hours. Enter your address again in your settings.",
    "mail.confirm.taken": "Three players use this address already. Choose another one in your settings.",

    "mail.dead.title": "This link doesn't work any more",
};
