export {
  createMailer,
  MAIL_LANE,
  type MailJob,
  type Mailer,
  type MailerOptions,
  type MailSettings,
} from './mailer.ts'
export { type Mail, type MailContent, renderMail } from './render-mail.ts'
export { type Inbox, type InboxMail, readInbox } from './inbox.ts'
export { localeOf } from '#server/texts/index.ts'
export { type MailTexts, mailTextsIn } from './mail-texts.ts'
