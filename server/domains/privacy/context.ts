import type { Accounts } from '#server/domains/accounts/index.ts'
import type { ApiKeys } from '#server/domains/api-keys/index.ts'
import type { Billing } from '#server/domains/billing/index.ts'
import type { Clusters } from '#server/domains/clusters/index.ts'
import type { Consents } from '#server/domains/consents/index.ts'
import type { Community } from '#server/domains/community/index.ts'
import type { Credits } from '#server/domains/credits/index.ts'
import type { Lifecycle } from '#server/domains/lifecycle/index.ts'
import type { Announcements } from '#server/domains/announcements/index.ts'
import type { Jobs } from '#server/domains/jobs/index.ts'
import type { Library } from '#server/domains/library/index.ts'
import type { Headshots } from '#server/domains/headshots/index.ts'
import type { Media, Projects, Uploads } from '#server/domains/media/index.ts'
import type { Packs } from '#server/domains/packs/index.ts'
import type { Prompts } from '#server/domains/prompts/index.ts'
import type { Referrals } from '#server/domains/referrals/index.ts'
import type { Support } from '#server/domains/support/index.ts'
import type { Studios } from '#server/domains/studios/index.ts'
import type { Trials } from '#server/domains/trials/index.ts'
import type { Webhooks } from '#server/domains/webhooks/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'

/** The domains that keep something about people. */
export interface PrivacyContext {
  db: Db
  accounts: Pick<
    Accounts,
    'describe' | 'describeConfirmation' | 'mailChoiceOf' | 'findClosing' | 'noteClosed'
  >
  keys: Pick<ApiKeys, 'allOf' | 'forget'>
  webhooks: Pick<Webhooks, 'allOf' | 'forget'>
  consents: Pick<Consents, 'allOf' | 'statementsOf' | 'forget'>
  credits: Pick<Credits, 'balance' | 'statement' | 'writer'>
  billing: Pick<
    Billing,
    'stateOf' | 'chargesOf' | 'evidenceOf' | 'withdrawalsOf' | 'planOf' | 'closeAccount'
  >
  uploads: Pick<Uploads, 'allOf' | 'removeAllOf'>
  projects: Pick<Projects, 'allOf' | 'removeAllOf'>
  media: Pick<Media, 'removePicturesOf'>
  jobs: Pick<Jobs, 'allOf' | 'gridsOf' | 'proposalsOf' | 'forget'>
  library: Pick<Library, 'forget'>
  prompts: Pick<Prompts, 'wildcardsOf' | 'presetsOf' | 'pinnedPromptsOf' | 'forget'>
  headshots: Pick<Headshots, 'allOf' | 'forget'>
  studios: Pick<Studios, 'allOf' | 'sharesOf' | 'forget'>
  community: Pick<Community, 'allOf' | 'forget'>
  trials: Pick<Trials, 'allOf' | 'forget'>
  /** What the team noted about people. */
  admin: {
    notes: {
      allOf(userId: string): Promise<{ text: string; created_at: string }[]>
      forget(userId: string): Promise<void>
    }
  }
  lifecycle: Pick<Lifecycle, 'allOf' | 'forget'>
  announcements: Pick<Announcements, 'dismissedBy' | 'forget'>
  referrals: Pick<Referrals, 'exportOf' | 'forget'>
  clusters: Pick<Clusters, 'addressesOf' | 'decisionsOf' | 'forget'>
  support: Pick<Support, 'allOf' | 'forget'>
  packs: Pick<Packs, 'packsOf' | 'runsOf' | 'forget'>
  log: Log
}
