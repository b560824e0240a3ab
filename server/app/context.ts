import type { FastifyInstance } from 'fastify'
import {
  type EventJob,
  forgetTestPlans,
  PAYMENT_EVENTS_LANE,
  requireNoTestPlans,
} from '#server/domains/billing/index.ts'
import { requireRealClock } from '#server/domains/credits/index.ts'
import type { Installation } from '#server/domains/installation/index.ts'
import type { Events } from '#server/platform/events/index.ts'
import { MAIL_LANE, type MailJob } from '#server/platform/mail/index.ts'
import { within } from '#server/platform/process/within.ts'
import type { TestPayments } from '#test-payments/index.ts'
import { createDomains, type Domains } from './domains.ts'
import { createAppInstallation } from './installation.ts'
import { createEngines } from './engines.ts'
import { createLiveConfig } from './live-config.ts'
import type { AppContextOptions, AppOptions } from './options.ts'
import { createPayments } from './payments.ts'
import { createPlatform } from './platform.ts'
import { createRoutes } from './routes.ts'
import { createAppSchedules } from './scheduled-tasks.ts'

export type { AppContextOptions, AppOverrides } from './options.ts'

/** How long running jobs get to finish when the process is told to end; then they are handed back. */
const DRAIN_MS = 8000
/** How long a schedule's task is waited for; the next start does what it has not done. */
const TASK_PATIENCE_MS = 5000
/** How long one part may take to say whether it is ready. */
const READY_WITHIN_MS = 2000
const MAILS_AT_ONCE = 2
const PAYMENT_EVENTS_AT_ONCE = 3

/** Everything that a process of the program is made of. */
export interface AppContext extends Domains {
  events: Events
  installation: Installation
  /** The payment provider of an installation without a Stripe key; null with one. */
  testPayments: TestPayments | null
  /** Null in a process without the role web. */
  http: FastifyInstance | null
  /** Which parts can do their work. */
  readiness(): Promise<Record<string, boolean>>
  /** Reads the engines that administrators added or paused, once, for who does not `start`. */
  readEngines(): Promise<void>
  start(): Promise<void>
  /** Takes no more work, finishes or hands back what runs. */
  drain(): Promise<void>
  dispose(): Promise<void>
}

/** Whether a part can do its work; one that does not say so in time cannot. */
async function holds(check: Promise<unknown>): Promise<boolean> {
  try {
    const result = await within(READY_WITHIN_MS, check)
    return result !== 'late' && result !== false
  } catch {
    return false
  }
}

/** The composition root: builds every part and hands each only what it needs. Nothing runs until `start`. */
export async function createAppContext(given: AppContextOptions): Promise<AppContext> {
  const live = await createLiveConfig(given)
  const options: AppOptions = { overrides: {}, ...given, config: live.config }
  const { config, db, log, overrides } = options
  if (config.forgetTestPayments)
    log.info({ plans: await forgetTestPlans(db) }, 'Ended the plans of the test payments')
  if (config.stripe.secretKey !== null) {
    await requireRealClock(db)
    await requireNoTestPlans(db, config.stripe.secretKey)
  }
  const roles = new Set(config.roles)

  const platform = createPlatform(options, {
    credits: (userId) => domains.credits.statement(userId, {}),
  })
  const { events, queue, storage, mailer } = platform
  const engines = await createEngines(options, platform)
  const payments = await createPayments(options)
  const { testPayments } = payments
  const domains = await createDomains(options, { platform, engines, payments })
  const { billing, jobs, studios, media, accounts } = domains
  const installation = createAppInstallation(options, { platform, accounts, engines, live })
  const schedules = createAppSchedules(options, platform, { ...domains, engines, installation })
  queue.defineLane(PAYMENT_EVENTS_LANE, { retryLimit: 10, retryDelaySeconds: 15 })
  queue.defineLane(MAIL_LANE, { retryLimit: 8, retryDelaySeconds: 30 })

  async function readiness(): Promise<Record<string, boolean>> {
    const [database, files, engine] = await Promise.all([
      holds(db.ping()),
      holds(storage.check()),
      holds(jobs.isServed()),
    ])
    return { database, storage: files, engine }
  }

  async function startWorkers(): Promise<void> {
    await queue.work<MailJob>(MAIL_LANE, { concurrency: MAILS_AT_ONCE }, (job) =>
      mailer.deliver(job),
    )
    await queue.work<EventJob>(
      PAYMENT_EVENTS_LANE,
      { concurrency: PAYMENT_EVENTS_AT_ONCE },
      (job) => billing.workOnEvent(job),
    )
    await jobs.startWorkers()
    await studios.startWorkers()
    await domains.packs.startWorkers()
    await domains.webhooks.startWorkers()
    if (overrides.warmsUp !== false) engines.warmUp()
  }

  const http = roles.has('web')
    ? await createRoutes(options, {
        platform,
        engines,
        domains,
        installation,
        live,
        testPayments,
        readiness,
      })
    : null

  return {
    ...domains,
    events,
    installation,
    testPayments,
    http,
    readiness,
    readEngines: () => engines.fleet.refresh(),
    async start() {
      await live.start()
      await events.start()
      await studios.start()
      await engines.start()
      await queue.start()
      if (roles.has('worker')) await startWorkers()
      if (roles.has('cron')) {
        await domains.packs.start()
        await domains.community.start()
        schedules.start()
      }
      if (roles.has('web')) testPayments?.start()
    },
    async drain() {
      // What cannot be done without the database must not keep the rest from ending.
      const ended = await Promise.allSettled([
        http?.close(),
        within(TASK_PATIENCE_MS, schedules.stop()),
        roles.has('worker') && within(TASK_PATIENCE_MS, jobs.stopWorkers()),
        within(TASK_PATIENCE_MS, engines.downloads.stop()),
        within(TASK_PATIENCE_MS, domains.samples.stop()),
        within(TASK_PATIENCE_MS, domains.sitePictures.stop()),
        within(TASK_PATIENCE_MS, domains.addedModels.trials.stop()),
      ])
      await queue.stop({ drainMs: overrides.drainMs ?? DRAIN_MS })
      for (const { reason } of ended.filter((end) => end.status === 'rejected')) {
        log.warn({ err: reason }, 'A part did not end in good order')
      }
    },
    async dispose() {
      await engines.dispose()
      await media.dispose()
      await live.stop()
      await events.stop()
      mailer.close()
      await testPayments?.dispose()
      await storage.dispose()
    },
  }
}
