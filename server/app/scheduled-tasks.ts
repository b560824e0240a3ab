import type { Installation } from '#server/domains/installation/index.ts'
import { createSchedules, type Schedules } from '#server/workers/scheduler.ts'
import type { Domains } from './domains.ts'
import type { Engines } from './engines.ts'
import type { AppOptions } from './options.ts'
import type { Platform } from './platform.ts'

/** A file is written moments before its row. */
const STRAY_AFTER_MS = 3_600_000
const STEP_SECONDS = 2
const LIFECYCLE_SECONDS = 60

/** What happens by itself, and how often. */
export function createAppSchedules(
  { db, log, overrides }: AppOptions,
  { events, limiter }: Platform,
  domains: Domains & { engines: Engines; installation: Pick<Installation, 'applyDueChanges'> },
): Schedules {
  const { jobs, credits, billing, billingMails, privacy, admin, uploads, media } = domains
  const stepSeconds = overrides.stepSeconds ?? STEP_SECONDS
  return createSchedules({
    db,
    log,
    ...(overrides.settleMs !== undefined && { settleMs: overrides.settleMs }),
    tasks: [
      { name: 'jobs', everySeconds: 2, run: () => jobs.sweep() },
      { name: 'library', everySeconds: 2, run: () => domains.library.sweep() },
      { name: 'prompts', everySeconds: 60, run: () => domains.prompts.sweep() },
      { name: 'studios', everySeconds: stepSeconds, run: () => domains.studios.sweep() },
      { name: 'packs', everySeconds: stepSeconds, run: () => domains.packs.sweep() },
      { name: 'headshots', everySeconds: stepSeconds, run: () => domains.headshots.sweep() },
      { name: 'trials', everySeconds: stepSeconds, run: () => domains.trials.sweep() },
      { name: 'likes', everySeconds: 10, run: () => domains.community.foldLikes() },
      {
        name: 'publications',
        everySeconds: stepSeconds,
        run: () => domains.community.followPublications(),
      },
      { name: 'reports', everySeconds: 60, run: () => domains.community.sweepReports() },
      { name: 'credits', everySeconds: 30, run: () => credits.applyAllDueEntries() },
      { name: 'credit-texts', everySeconds: 60, run: () => credits.nameOldLines() },
      { name: 'free-credits', everySeconds: 3600, run: () => credits.moveUpAllLines() },
      { name: 'settings', everySeconds: 30, run: () => domains.installation.applyDueChanges() },
      { name: 'payments', everySeconds: 300, run: () => billing.sweep() },
      { name: 'charges', everySeconds: 30, run: () => billing.readCharges() },
      { name: 'referrals', everySeconds: 10, run: () => domains.referrals.sweep() },
      { name: 'links', everySeconds: 3600, run: () => domains.clusters.sweep() },
      { name: 'events', everySeconds: 60, run: () => events.trim() },
      { name: 'renewals', everySeconds: 60, run: () => billingMails.remindOfRenewals(db) },
      { name: 'reminders', everySeconds: 600, run: () => billingMails.remindOfCredits(db) },
      {
        name: 'lifecycle',
        everySeconds: overrides.lifecycleSeconds ?? LIFECYCLE_SECONDS,
        run: () => domains.lifecycle.sweep(),
      },
      { name: 'closings', everySeconds: 10, run: () => privacy.sweep() },
      { name: 'books', everySeconds: 6 * 3600, run: () => admin.watch() },
      { name: 'bans', everySeconds: 30, run: () => admin.sweepBans() },
      // Soon after a start, too; each hour is written once.
      { name: 'metrics', everySeconds: 600, run: () => admin.foldNewHours() },
      { name: 'alerts', everySeconds: 60, run: () => admin.watchAlerts() },
      { name: 'uploads', everySeconds: 60, run: () => uploads.sweep() },
      { name: 'projects', everySeconds: 60, run: () => domains.projects.sweep() },
      {
        name: 'files',
        everySeconds: 900,
        run: () => media.sweepStrayFiles(new Date(Date.now() - STRAY_AFTER_MS)),
      },
      { name: 'engines', everySeconds: 10, run: () => domains.engines.watch() },
      { name: 'models', everySeconds: 2, run: () => domains.engines.downloads.sweep() },
      { name: 'site-pictures', everySeconds: 2, run: () => domains.sitePictures.sweep() },
      { name: 'samples', everySeconds: 5, run: () => domains.samples.sweep() },
      { name: 'trials-of-models', everySeconds: 3, run: () => domains.addedModels.trials.sweep() },
      { name: 'added-models', everySeconds: 600, run: () => domains.addedModels.look() },
      { name: 'limits', everySeconds: 600, run: () => limiter.sweep() },
      { name: 'webhooks', everySeconds: 5, run: () => domains.webhooks.sweep() },
      { name: 'api-keys', everySeconds: 3600, run: () => domains.keys.sweep() },
      { name: 'accounts', everySeconds: 3600, run: () => domains.accounts.sweep() },
    ],
  })
}
