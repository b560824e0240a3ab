import { type AccountsDeps, siteOf, siteOfUser } from '#server/domains/accounts/index.ts'
import { type Clusters, createClusters } from '#server/domains/clusters/index.ts'
import type { Credits } from '#server/domains/credits/index.ts'
import { createReferrals, type Referrals } from '#server/domains/referrals/index.ts'
import { sharedSecret } from '#server/platform/db/index.ts'
import type { AppOptions } from './options.ts'
import type { Platform } from './platform.ts'

/** Records of who referred whom, and of the accounts that belong together. */
export interface ReferralParts {
  clusters: Clusters
  referrals: Referrals
}

export interface AppReferrals {
  parts: ReferralParts
  /** Events that accounts report. */
  hooks: Pick<AccountsDeps, 'onAccountOpened' | 'onSignedIn'>
}

/** Builds referrals and what they judge by. */
export async function createAppReferrals(
  { config, log }: AppOptions,
  { db, mailer }: Pick<Platform, 'db' | 'mailer'>,
  credits: Pick<Credits, 'writer'>,
): Promise<AppReferrals> {
  const clusters = createClusters({ db, secret: await sharedSecret(db, 'addresses') })
  const referrals = createReferrals({
    db,
    credits,
    clusters,
    mailer,
    siteOfUser: (user) => siteOfUser(user, config),
    originOf: (host) => siteOf(host, config.publicUrl).origin,
    log,
  })
  return {
    parts: { clusters, referrals },
    hooks: {
      async onAccountOpened(tx, account) {
        await clusters.noteVisit(account, tx)
        await referrals.noteAccount(tx, account)
      },
      onSignedIn: (visit) => clusters.noteVisit(visit),
    },
  }
}
