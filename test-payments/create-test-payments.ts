import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { createDatabase, type Db, sharedSecret } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import { createOutbound } from '#server/platform/outbound-http.ts'
import { createApiServer, listenOnLoopback } from './api/api-server.ts'
import { forgetOldAnswers } from './api/idempotency.ts'
import { apiRoutes } from './api/routes.ts'
import { type Controls, createControls } from './controls.ts'
import { createCore } from './core.ts'
import { findCard, fingerprintOf, USUAL_CARD } from './objects/cards.ts'
import { testPages } from './pages/pages.ts'
import { type AccountSettings, DEFAULT_SETTINGS } from './settings.ts'
import { createWebhooks, type Delivery } from './webhooks.ts'

export interface TestPaymentsOptions {
  db: Db
  log: Log
  /** Where the pages are reached, without a slash at the end. */
  publicUrl: string
  /** Where events are delivered. */
  webhookUrl: string
  /** What an account at Stripe has in its dashboard. */
  account?: Partial<Pick<AccountSettings, 'billingMode' | 'finalizeAfterSeconds' | 'retryDays'>>
}

/** The app's own payment provider for tests: speaks to the stripe SDK, keeps its state in the database. */
export interface TestPayments {
  /**
   * Opens the API on a free port of loopback, once.
   * @returns its origin, for the SDK's host, port and protocol
   */
  listen(): Promise<string>
  /** The only key that opens the API; one for all processes. */
  apiKey: string
  /** What events are signed with; one for all processes. */
  webhookSecret: string
  /** Fingerprint of the card that everybody pays with who tries the shop. */
  usualCard: string
  /** `/test-checkout/...`, `/test-portal/...`, `/test-invoice/...`; for the main web process. */
  pages: FastifyPluginAsync
  /** Starts delivering events and running what falls due. */
  start(): void
  /** Runs everything due by the billing clock. */
  tick(): Promise<void>
  /** Delivers the events that wait, once. @returns how many were accepted */
  deliverDue(): Promise<number>
  /** Events as they would be sent now, oldest first: for tests that deliver by hand. */
  deliveries(ids?: readonly string[]): Promise<Delivery[]>
  controls: Controls
  dispose(): Promise<void>
}

/** The version whose types the SDK of this repository has. */
export const API_VERSION = '2026-10-28.endive'
/** Its own connections: an app that waits for an answer inside of a transaction must not starve it. */
const CONNECTIONS = 4
const TICK_MS = 1000
const FORGET_MS = 3_600_000

/** Nothing runs until `listen` or `start`. */
export async function createTestPayments(options: TestPaymentsOptions): Promise<TestPayments> {
  const { publicUrl, webhookUrl, account = {} } = options
  const log = options.log.child({ part: 'test-payments' })
  const secret = await sharedSecret(options.db, 'test-payments')
  const apiKey = `sk_test_${secret.subarray(0, 16).toString('hex')}`
  const webhookSecret = `whsec_${secret.subarray(16).toString('hex')}`
  const db = createDatabase(options.db.url, {
    log,
    max: CONNECTIONS,
    listenUrl: options.db.directUrl,
    isPooled: options.db.isPooled,
    prepares: options.db.prepares,
  })
  const outbound = createOutbound({ allowedUrls: [webhookUrl] })
  const webhooks = createWebhooks({ db, log, outbound, url: webhookUrl, secret: webhookSecret })
  const core = createCore({
    db,
    settings: {
      publicUrl,
      webhookUrl,
      ...DEFAULT_SETTINGS,
      ...account,
    },
    apiVersion: API_VERSION,
    onChange: () => webhooks.wake(),
  })
  let api: FastifyInstance | null = null
  let origin: Promise<string> | null = null
  let timer: NodeJS.Timeout | null = null
  let ticking: Promise<void> = Promise.resolve()
  let forgetAt = 0

  async function tick(): Promise<void> {
    await core.tick()
    if (Date.now() < forgetAt) return
    forgetAt = Date.now() + FORGET_MS
    await forgetOldAnswers(db)
  }

  function plan(): void {
    timer = setTimeout(() => {
      ticking = tick()
        .catch((error: unknown) => log.error({ err: error }, 'What is due waits'))
        .finally(() => {
          if (timer) plan()
        })
    }, TICK_MS)
  }

  async function openApi(): Promise<string> {
    api = createApiServer({ core, routes: apiRoutes, apiKey, apiVersion: API_VERSION, log })
    return listenOnLoopback(api)
  }

  return {
    apiKey,
    webhookSecret,
    usualCard: fingerprintOf(findCard(USUAL_CARD)),
    pages: testPages(core),
    controls: createControls(core),
    listen: () => (origin ??= openApi()),
    start() {
      webhooks.start()
      plan()
    },
    tick: core.tick,
    deliverDue: webhooks.deliverDue,
    deliveries: webhooks.prepare,
    async dispose() {
      if (timer) clearTimeout(timer)
      timer = null
      await ticking
      await api?.close()
      await webhooks.stop()
      await outbound.close()
      await db.dispose()
    },
  }
}
