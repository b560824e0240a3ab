export { createMailer, MAIL_LANE, type MailJob, type Mailer, type MailerOptions } from './mailer.ts'
export { type Mail, type MailContent, renderMail } from './render-mail.ts'
export { type Inbox, type InboxMail, readInbox } from './inbox.ts'
export { localeOf, type MailTexts, mailTextsIn } from './mail-texts.ts'
