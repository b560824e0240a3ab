import type { PersonalSite } from '#server/domains/accounts/index.ts'
import type { Clusters } from '#server/domains/clusters/index.ts'
import type { Credits } from '#server/domains/credits/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Mailer } from '#server/platform/mail/index.ts'

/** Dependencies that the use cases of referrals share. */
export interface ReferralContext {
  db: Db
  credits: Pick<Credits, 'writer'>
  clusters: Pick<Clusters, 'sharedTraits'>
  mailer: Pick<Mailer, 'send'>
  /** The site of the person that a mail goes to. */
  siteOfUser(user: { brand: string | null; language: string | null }): PersonalSite
  /** Origin of the app's pages by the host of a request. */
  originOf(host: string): string
  log: Log
}
