import { planSchedule } from '#server/domains/billing/index.ts'
import { createCredits, freePolicy } from '#server/domains/credits/index.ts'
import { sharedSecret } from '#server/platform/db/index.ts'
import type { AppOptions } from './options.ts'
import type { Platform } from './platform.ts'

/** Builds the credits, with what this installation gives away. */
export async function createAppCredits(
  { config, log }: AppOptions,
  { db, events }: Pick<Platform, 'db' | 'events'>,
) {
  return createCredits({
    db,
    events,
    schedule: planSchedule,
    secret: await sharedSecret(db, 'credits'),
    free: freePolicy(() => ({
      grantsPerNetwork: config.limits.freeGrantsPerIp,
      grantsPerRange: config.limits.freeGrantsPerRange,
      grantsPerDay: config.limits.freeGrantsPerDay,
      freeCredits: config.freeCredits,
      loginBonus: config.loginBonus,
    })),
    log,
  })
}
