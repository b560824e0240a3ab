import type { WebhookEvent } from '#contract/webhooks.ts'
import type { PersonalSite } from '#server/domains/accounts/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Mailer } from '#server/platform/mail/index.ts'
import type { Outbound } from '#server/platform/outbound-http.ts'
import type { Queue } from '#server/platform/queue.ts'

/** What has ended, as its GET shows it to its owner; null: it is not there any more. */
export type ReadSubject = (
  event: WebhookEvent,
  userId: string,
  id: string,
) => Promise<object | null>

export interface WebhooksDeps {
  db: Db
  queue: Queue
  mailer: Mailer
  /** The client that refuses addresses which are not public. */
  outbound: Outbound
  /** The key of the installation, which secrets are sealed with. */
  secret: Buffer
  siteOfUser(user: { brand: string | null; language: string | null }): PersonalSite
  readSubject: ReadSubject
  log: Log
}
