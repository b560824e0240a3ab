import type { Accounts } from '#server/domains/accounts/index.ts'
import type { Billing } from '#server/domains/billing/index.ts'
import type { AppOptions } from './options.ts'

interface Terms {
  keepDays: number
  storageLimitOf(userId: string): Promise<{ bytes: number; reason: string | null }>
}

/** Says how long uploads are kept and how much they may take: by a person's own limit, or by their plan. */
export const storageTerms = (
  { config, db }: Pick<AppOptions, 'config' | 'db'>,
  {
    accounts,
    billing,
  }: { accounts: Pick<Accounts, 'ownLimitsOf'>; billing: Pick<Billing, 'planOf'> },
): Terms => ({
  keepDays: config.uploadDays,
  async storageLimitOf(userId) {
    const own = await accounts.ownLimitsOf(userId)
    if (own?.storage_mb) return { bytes: own.storage_mb * 1024 ** 2, reason: own.reason }
    const { name } = await billing.planOf(db, userId)
    return { bytes: config.uploadStorage[name], reason: null }
  },
})
