import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { type Config, httpAddress, ownAddress } from './config/index.ts'
import { type Accounts, createAccounts, siteOf } from './domains/accounts/index.ts'
import {
  type Billing,
  createBilling,
  createBillingMails,
  createStripeProvider,
  type EventJob,
  PAYMENT_EVENTS_LANE,
  type PaymentProvider,
} from './domains/billing/index.ts'
import { createBrands } from './domains/brands/index.ts'
import {
  createCredits,
  type Credits,
  freePolicy,
  requireRealClock,
} from './domains/credits/index.ts'
import { createGeneration, type Generation } from './domains/generation/index.ts'
import {
  createMedia,
  createUploads,
  isUploadKey,
  type Media,
  type Uploads,
} from './domains/media/index.ts'
import { createInsights, type Insights } from './domains/insights/index.ts'
import { createModeration } from './domains/moderation/index.ts'
import { createPrivacy, type Privacy } from './domains/privacy/index.ts'
import { createBuiltinEngine } from './engines/builtin/index.ts'
import { createEngineRegistry } from './engines/registry.ts'
import type { Engine, PictureClassifier } from './engines/spec/index.ts'
import { devInbox } from './http/dev-inbox.ts'
import { eventStream } from './http/events.ts'
import { createHttp, type HttpOptions } from './http/index.ts'
import { mediaPlugin } from './http/media.ts'
import { ssr } from './http/ssr.ts'
import { thisMachineOnly } from './http/this-machine-only.ts'
import { webhooks } from './http/webhooks.ts'
import { type Db, secretKey, sharedSecret } from './platform/db/index.ts'
import { createEvents, type Events } from './platform/events/index.ts'
import type { Log } from './platform/log.ts'
import { createMailer, MAIL_LANE, type MailJob, readInbox } from './platform/mail/index.ts'
import { notFound } from './platform/errors.ts'
import { within } from './platform/process/within.ts'
import { createOutbound } from './platform/outbound-http.ts'
import { createQueue } from './platform/queue.ts'
import { createRateLimiter } from './platform/rate-limit.ts'
import { createStorage } from './platform/storage/index.ts'
import {
  createTestPayments,
  type TestPayments,
  type TestPaymentsOptions,
} from './test-payments/index.ts'
import { createSchedules } from './workers/schedules.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** How long running jobs get to finish when the process is told to end; then they are handed back. */
const DRAIN_MS = 8000
/** How long a schedule's task is waited for; the next start does what it has not done. */
const TASK_PATIENCE_MS = 5000
/** Of one part's readiness. */
const READY_WITHIN_MS = 2000
const MAILS_AT_ONCE = 2
const PAYMENT_EVENTS_AT_ONCE = 3

/** Parts that tests replace. */
export interface AppOverrides {
  /** Engines, the preferred one first. */
  engines?: readonly Engine[]
  /** Looks at finished pictures instead of the built-in engine. */
  classifier?: PictureClassifier
  /** Checks every answer against the contract. */
  validateResponses?: boolean
  apiLimits?: HttpOptions['settings']['apiLimits']
  drainMs?: number
  /** What the account at the test payments has in its dashboard. */
  paymentAccount?: NonNullable<TestPaymentsOptions['account']>
  /** False leaves out the rendered pages, which need a build of the web app. */
  pages?: false
}

export interface AppContextOptions {
  config: Config
  db: Db
  log: Log
  overrides?: AppOverrides
}

/** Everything that a process of the program is made of. */
export interface AppContext {
  accounts: Accounts
  credits: Credits
  billing: Billing
  events: Events
  generation: Generation
  insights: Insights
  privacy: Privacy
  uploads: Uploads
  media: Media
  /** The payment provider of an installation without a Stripe key; null with one. */
  testPayments: TestPayments | null
  /** Null in a process without the role web. */
  http: FastifyInstance | null
  /** Which parts can do their work. */
  readiness(): Promise<Record<string, boolean>>
  start(): Promise<void>
  /** Takes no more work, finishes or hands back what runs. */
  drain(): Promise<void>
  dispose(): Promise<void>
}

/** Stripe by its key, else the app's own test payments where they are allowed, else none. */
async function createPaymentProvider(
  { stripe }: Config,
  testPayments: TestPayments | null,
): Promise<PaymentProvider | null> {
  if (testPayments) {
    return createStripeProvider({
      name: 'test',
      secretKey: testPayments.apiKey,
      apiBase: await testPayments.listen(),
      webhookSecrets: [testPayments.webhookSecret],
      billingMode: stripe.billingMode,
      autoSync: true,
    })
  }
  const { secretKey: key } = stripe
  if (key === null) return null
  return createStripeProvider({ ...stripe, secretKey: key, name: 'stripe', autoSync: false })
}

/** The composition root: builds every part and hands each only what it needs. Nothing runs until `start`. */
export async function createAppContext(options: AppContextOptions): Promise<AppContext> {
  const { config, db, log, overrides = {} } = options
  if (config.stripe.secretKey !== null) await requireRealClock(db)
  const roles = new Set(config.roles)
  const development = process.env['NODE_ENV'] === 'development'

  const events = createEvents({
    db,
    log,
    readWhole: { credits: (userId) => credits.statement(userId, {}) },
  })
  const queue = createQueue({ db, log })
  const storage = createStorage({ folder: join(config.dataDir, 'media'), s3: config.s3 }, log)
  const limiter = createRateLimiter(db)
  const outbound = createOutbound({
    allowedUrls: [
      config.google.tokenInfoUrl,
      config.google.userInfoUrl,
      config.facebook.graphUrl,
      ...config.imageHosts.map((host) => `https://${host}`),
    ],
  })
  const mailer = createMailer({
    smtpUrl: config.inbox ? null : config.mail.smtpUrl,
    from: config.mail.from,
    queue,
    log,
  })
  const builtin = createBuiltinEngine({
    ...config.engine,
    cacheDir: join(config.dataDir, 'cache', 'models'),
    log,
  })
  const engines = createEngineRegistry(overrides.engines ?? [builtin])
  const { blockedWords, blurAbove, blockAbove } = config.moderation
  const moderation = createModeration({
    classifier: overrides.classifier ?? builtin,
    rules: { blockedWords },
    thresholds: { blurAbove, blockAbove },
    log,
  })

  const credits = createCredits({
    db,
    events,
    secret: await sharedSecret(db, 'credits'),
    free: freePolicy({
      grantsPerNetwork: config.limits.freeGrantsPerIp,
      loginBonus: config.loginBonus,
    }),
    log,
  })
  const testPayments = config.testPayments
    ? await createTestPayments({
        db,
        log,
        publicUrl: config.publicUrl,
        webhookUrl: `${ownAddress(config)}/api/webhooks/stripe/`,
        ...(overrides.paymentAccount && { account: overrides.paymentAccount }),
      })
    : null
  const billingMails = createBillingMails({ mailer, site: siteOf('', config.publicUrl) })
  const billing = createBilling({
    db,
    credits,
    queue,
    log,
    provider: await createPaymentProvider(config, testPayments),
    originOf: (host) => siteOf(host, config.publicUrl).origin,
    payTestSession: testPayments ? (id) => testPayments.controls.paySession(id) : null,
    onEvent: (tx, event) => billingMails.send(tx, event),
  })
  const accounts = createAccounts({
    db,
    mailer,
    limiter,
    outbound,
    config,
    log,
    onEmailVerified: (tx, user) => credits.writer(tx).grantFreeMonth(user),
    onAccountClosing: (tx, userId) => billing.closeCustomer(tx, userId),
  })
  const media = createMedia({
    storage,
    log,
    secret: await secretKey(db, config.secretKey),
    visibilityOf: (key) => (isUploadKey(key) ? uploads : generation).visibilityOf(key),
    staticFolders: [join(ROOT, development ? 'web/public' : 'build/client')],
    ownOrigins: [config.publicUrl, httpAddress(config.host, config.port)],
    remoteHosts: config.imageHosts,
    fetchPicture: async (url, { maxBytes }) => {
      const { status, bytes } = await outbound.send(url, { maxBytes })
      if (status !== 200) throw notFound()
      return bytes
    },
  })
  const uploads = createUploads({
    db,
    storage,
    media,
    limiter,
    keepDays: config.uploadDays,
    log,
  })
  const brands = createBrands({
    db,
    installation: {
      signIn: { google: config.google.clientId, facebook: config.facebook.appId },
      support: config.support,
    },
  })
  const generation = createGeneration({
    db,
    events,
    queue,
    credits,
    billing,
    media,
    uploads,
    moderation,
    engines,
    slots: config.slots,
    deadlines: config.deadlines,
    log,
  })
  queue.defineLane(PAYMENT_EVENTS_LANE, { retryLimit: 10, retryDelaySeconds: 15 })
  const insights = createInsights({
    db,
    credits,
    billing,
    adjustmentLimit: config.adjustmentLimit,
    engineCentsPerHour: config.engineCentsPerHour,
    log,
  })
  const privacy = createPrivacy({ db, accounts, credits, billing, uploads, media, generation, log })
  queue.defineLane(MAIL_LANE, { retryLimit: 8, retryDelaySeconds: 30 })

  const schedules = createSchedules({
    db,
    log,
    tasks: [
      { name: 'generation', everySeconds: 2, run: () => generation.sweep() },
      { name: 'credits', everySeconds: 30, run: () => credits.settleDue() },
      { name: 'payments', everySeconds: 300, run: () => billing.sweep() },
      { name: 'events', everySeconds: 60, run: () => events.trim() },
      { name: 'reminders', everySeconds: 600, run: () => billingMails.remind(db) },
      { name: 'closings', everySeconds: 10, run: () => privacy.sweep() },
      { name: 'books', everySeconds: 6 * 3600, run: () => insights.watch() },
      { name: 'uploads', everySeconds: 60, run: () => uploads.sweep() },
      { name: 'limits', everySeconds: 600, run: () => limiter.sweep() },
      { name: 'accounts', everySeconds: 3600, run: () => accounts.sweep() },
    ],
  })

  async function readiness(): Promise<Record<string, boolean>> {
    const holds = (check: Promise<unknown>) =>
      within(READY_WITHIN_MS, check)
        .then((result) => result !== 'late' && result !== false)
        .catch(() => false)
    const [database, files, engine] = await Promise.all([
      holds(db.ping()),
      holds(storage.check()),
      holds(generation.isServed()),
    ])
    return { database, storage: files, engine }
  }

  let draining = false
  /** Loads the model ahead of the first order, and says at the start when it is broken. */
  async function warmUp(engine: Engine): Promise<void> {
    try {
      await engine.warmUp?.()
    } catch (error) {
      if (!draining) log.error(`The engine ${engine.name} cannot work: ${(error as Error).message}`)
    }
  }

  const testMode = (plugin: FastifyPluginAsync) =>
    config.testModeForAll ? plugin : thisMachineOnly(plugin)
  const pages: FastifyPluginAsync = (app) => ssr(app, { root: ROOT, development })
  const http = roles.has('web')
    ? await createHttp({
        settings: {
          publicUrl: config.publicUrl,
          trustedProxies: config.trustedProxies,
          apiLimits: overrides.apiLimits ?? config.apiLimits,
          mediaOrigins: [],
          development,
        },
        log,
        routes: [
          ...accounts.routes,
          ...credits.routes,
          ...billing.routes,
          ...brands.routes,
          ...uploads.routes,
          ...generation.routes,
          ...privacy.routes,
          ...insights.routes,
        ],
        authenticate: accounts.authenticate,
        readiness,
        plugins: [
          eventStream({ events, authenticate: accounts.authenticate }),
          mediaPlugin(media),
          webhooks({ stripe: (message) => billing.receiveEvent(message) }),
          ...(config.inbox ? [testMode(devInbox(readInbox(db)))] : []),
          ...(testPayments ? [testMode(testPayments.pages)] : []),
          ...(overrides.pages === false ? [] : [pages]),
        ],
        validateResponses: overrides.validateResponses ?? false,
      })
    : null

  return {
    accounts,
    credits,
    billing,
    events,
    generation,
    insights,
    privacy,
    uploads,
    media,
    testPayments,
    http,
    readiness,
    async start() {
      await events.start()
      await queue.start()
      if (roles.has('worker')) {
        await queue.work<MailJob>(MAIL_LANE, { concurrency: MAILS_AT_ONCE }, (job) =>
          mailer.deliver(job),
        )
        await queue.work<EventJob>(
          PAYMENT_EVENTS_LANE,
          { concurrency: PAYMENT_EVENTS_AT_ONCE },
          (job) => billing.workOnEvent(job),
        )
        await generation.startWorkers()
        for (const engine of engines.list()) void warmUp(engine)
      }
      if (roles.has('cron')) schedules.start()
      if (roles.has('web')) testPayments?.start()
    },
    async drain() {
      draining = true
      // What cannot be done without the database must not keep the rest from ending.
      const ended = await Promise.allSettled([
        http?.close(),
        within(TASK_PATIENCE_MS, schedules.stop()),
        roles.has('worker') && within(TASK_PATIENCE_MS, generation.stopWorkers()),
      ])
      await queue.stop({ drainMs: overrides.drainMs ?? DRAIN_MS })
      for (const { reason } of ended.filter((end) => end.status === 'rejected')) {
        log.warn({ err: reason }, 'A part did not end in good order')
      }
    },
    async dispose() {
      await engines.dispose()
      await builtin.dispose()
      await media.dispose()
      await events.stop()
      mailer.close()
      await testPayments?.dispose()
      await storage.dispose()
    },
  }
}
