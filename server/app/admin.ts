import { type Admin, createAdmin } from '#server/domains/admin/index.ts'
import { limitsOf } from '#server/domains/billing/index.ts'
import { createCatalogue } from '#server/domains/community/index.ts'
import { alertSources } from './alert-sources.ts'
import { auditPublication } from './audit-events.ts'
import type { Engines } from './engines.ts'
import type { AppOptions } from './options.ts'
import type { Platform } from './platform.ts'

type Context = Parameters<typeof createAdmin>[0]
/** What follows from the settings, the platform and the engines alone. */
type Settled =
  | 'db'
  | 'log'
  | 'adjustmentLimit'
  | 'engineCentsPerHour'
  | 'alerts'
  | 'catalogue'
  | 'usualLimitsOf'

/** The console's domain. @param domains those that it reads and acts through */
export function createAppAdmin(
  options: AppOptions,
  platform: Platform,
  engines: Engines,
  domains: Omit<Context, Settled>,
): Admin {
  const { config, db, log } = options
  return createAdmin({
    ...domains,
    db,
    log,
    adjustmentLimit: () => config.adjustmentLimit,
    engineCentsPerHour: config.engineCentsPerHour,
    usualLimitsOf: (plan) => ({
      queue: limitsOf(plan).queue,
      running: limitsOf(plan).running,
      storage_mb: Math.round(config.uploadStorage[plan] / 1024 ** 2),
      calls_per_minute: config.apiLimits.perCaller === 0 ? null : config.apiLimits.perCaller,
    }),
    alerts: alertSources(options, platform),
    catalogue: createCatalogue({ db, engines: engines.registry, audit: auditPublication }),
  })
}
