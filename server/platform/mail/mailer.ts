import { type Db, transact, type Tx } from '../db/index.ts'
import type { Log } from '../log.ts'
import { explainRefusal } from './explain-refusal.ts'
import { keepMail } from './inbox.ts'
import type { Mail } from './render-mail.ts'

export const MAIL_LANE = 'mail'

/** A message of the lane `mail`. */
export interface MailJob {
  /** Becomes the Message-ID, so that a mail which is sent again after a lost answer can be told for a copy. */
  id: string
  mail: Mail
}

/** The part of the queue that mail needs. */
interface MailQueue {
  send(tx: Tx, lane: string, data: object, options: { singletonKey: string }): Promise<void>
}

export interface MailSettings {
  /** Null: mails stay in the app's own inbox. */
  smtpUrl: string | null
  /** The address that all mails come from, or `Name <address>`: the name is that of each mail's brand. */
  from: string
}

export interface MailerOptions {
  /** Asked at every mail: administrators may change them. */
  settings(): MailSettings
  db: Db
  queue: MailQueue
  log: Log
}

export interface Mailer {
  /** Sends a mail if the caller's transaction commits: into the inbox at once, or through the lane `mail`. */
  send(tx: Tx, mail: Mail): Promise<void>
  /**
   * Handles a message of the lane `mail`. Resolves when the server took the mail, or refused it for good.
   * @throws when it may be taken later
   */
  deliver(job: MailJob): Promise<void>
  /**
   * Sends a mail now, to try a server that need not be the one in use.
   * @returns where it went
   * @throws what the server said
   */
  sendNow(mail: Mail, tried: MailSettings): Promise<'sent' | 'inbox'>
  close(): void
}

const SMTP_TIMEOUT_MS = 20_000

/** 5xx: the server will say the same the next time. A wrong password is the operator's to mend, so it is not. */
function isRefusedForGood(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  return responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH'
}

/** `Name <address>` -> `address` */
function addressOf(from: string): string {
  return /<([^>]*)>/.exec(from)?.[1] ?? from.trim()
}

/** Headers that mail programs show as a button that ends this kind of mail. */
const listHeaders = ({ unsubscribe }: Mail): Record<string, string> =>
  unsubscribe === undefined
    ? {}
    : {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }

/** Loads its library with the first mail that goes to a server: a start needs none of it. */
async function connect(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  })
}

type Connecting = ReturnType<typeof connect>

export function createMailer({ settings, db, queue, log }: MailerOptions): Mailer {
  let open: { smtpUrl: string; transport: Connecting } | null = null

  function closeOpen(): void {
    open?.transport.then(
      (transport) => transport.close(),
      () => {},
    )
  }

  /** The connections to the server of now; those to another one end when they are free. */
  function transportTo(smtpUrl: string): Connecting {
    if (open?.smtpUrl !== smtpUrl) {
      closeOpen()
      open = { smtpUrl, transport: connect(smtpUrl) }
    }
    return open.transport
  }

  async function post(
    transport: Awaited<Connecting>,
    from: string,
    { id, mail }: MailJob,
  ): Promise<void> {
    const address = addressOf(from)
    const domain = address.slice(address.lastIndexOf('@') + 1)
    await transport.sendMail({
      from: { name: mail.sender, address },
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: `<${id}@${domain}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...listHeaders(mail) },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }

  return {
    async send(tx, mail) {
      if (settings().smtpUrl === null) return keepMail(tx, mail)
      const job: MailJob = { id: crypto.randomUUID(), mail }
      await queue.send(tx, MAIL_LANE, job, { singletonKey: job.id })
    },
    async deliver(job) {
      const { smtpUrl, from } = settings()
      if (smtpUrl === null) throw new Error('A mail waits to be sent, but SMTP_URL is not set')
      try {
        await post(await transportTo(smtpUrl), from, job)
      } catch (error) {
        if (!isRefusedForGood(error)) throw error
        log.warn({ err: error, mailId: job.id }, 'The mail server refused a mail for good')
      }
    },
    async sendNow(mail, { smtpUrl, from }) {
      if (smtpUrl === null) {
        await transact(db, (tx) => keepMail(tx, mail))
        return 'inbox'
      }
      const transport = await connect(smtpUrl)
      try {
        await post(transport, from, { id: crypto.randomUUID(), mail })
      } catch (error) {
        throw explainRefusal(error)
      } finally {
        transport.close()
      }
      return 'sent'
    },
    close: closeOpen,
  }
}
