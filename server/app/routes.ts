import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { unsubscribe } from '#server/domains/accounts/index.ts'
import { createMcp } from '#server/domains/mcp/index.ts'
import { createOpenAiImages } from '#server/domains/openai-images/index.ts'
import { createSdapi } from '#server/domains/sdapi/index.ts'
import { type Installation, readLogo } from '#server/domains/installation/index.ts'
import { readSitePicture } from '#server/domains/site-pictures/index.ts'
import { brandLogo } from '#server/http/brand-logo.ts'
import { devInbox } from '#server/http/dev-inbox.ts'
import { eventStream } from '#server/http/events.ts'
import type { Readiness } from '#server/http/health.ts'
import { createHttp } from '#server/http/index.ts'
import { openAiImagesPlugin } from '#server/http/openai-images.ts'
import { mcpPlugin } from '#server/http/mcp.ts'
import { mediaPlugin } from '#server/http/media.ts'
import { devTelemetry } from '#server/http/dev-telemetry/index.ts'
import { sdapiPlugin } from '#server/http/sdapi.ts'
import { referralLinks } from '#server/http/referral-links.ts'
import { unsubscribeLinks } from '#server/http/unsubscribe-links.ts'
import { sitePictures } from '#server/http/site-pictures.ts'
import { ssr } from '#server/http/ssr.ts'
import { thisMachineOnly } from '#server/http/this-machine-only.ts'
import { webhooks } from '#server/http/webhooks.ts'
import { secretKey } from '#server/platform/db/index.ts'
import { readInbox } from '#server/platform/mail/index.ts'
import type { TestPayments } from '#test-payments/index.ts'
import { auditCluster } from './audit-events.ts'
import type { Domains } from './domains.ts'
import type { Engines } from './engines.ts'
import type { LiveConfig } from './live-config.ts'
import { telemetryOrigins } from './telemetry-origins.ts'
import { type AppOptions, isDevelopment, ROOT } from './options.ts'
import type { Platform } from './platform.ts'

export interface RouteParts {
  platform: Platform
  engines: Engines
  domains: Domains
  installation: Installation
  live: LiveConfig
  testPayments: TestPayments | null
  readiness: Readiness
}

/** Everything that this process answers: the calls of the domains, events, files, the pages of test mode, the app. */
export async function createRoutes(
  { config, log, overrides }: AppOptions,
  { platform, engines, domains, installation, live, testPayments, readiness }: RouteParts,
): Promise<FastifyInstance> {
  const { db, events } = platform
  const {
    accounts,
    keys,
    credits,
    billing,
    brands,
    media,
    uploads,
    consents,
    projects,
    quotes,
    jobs,
    studios,
    packs,
    headshots,
    community,
    trials,
    privacy,
    admin,
    support,
  } = domains
  const development = isDevelopment()
  const testMode = (plugin: FastifyPluginAsync) =>
    config.testModeForAll ? plugin : thisMachineOnly(plugin)
  const pages: FastifyPluginAsync = (app) =>
    ssr(app, {
      root: ROOT,
      development,
      languages: config.languages,
      publicUrl: config.publicUrl,
      drawCard: media.drawCard,
      version: live.version,
    })
  return createHttp({
    settings: {
      publicUrl: config.publicUrl,
      trustedProxies: config.trustedProxies,
      languages: config.languages,
      apiLimits: overrides.apiLimits ?? config.apiLimits,
      apiHost: config.apiHost,
      mediaOrigins: [],
      telemetryOrigins: () => telemetryOrigins(config.telemetry),
      development,
    },
    log,
    secret: await secretKey(db, config.secretKey),
    routes: [
      ...accounts.routes,
      ...keys.routes,
      ...domains.webhooks.routes,
      ...consents.routes,
      ...credits.routes,
      ...billing.routes,
      ...domains.referrals.routes,
      ...domains.clusters.routes,
      ...domains.clusters.decisionRoutes({ accounts, audit: auditCluster }),
      ...domains.lifecycle.routes,
      ...domains.announcements.routes,
      ...quotes,
      ...brands.routes,
      ...uploads.routes,
      ...projects.routes,
      ...jobs.routes,
      ...domains.library.routes,
      ...domains.prompts.routes,
      ...studios.routes,
      ...packs.routes,
      ...headshots.routes,
      ...community.routes,
      ...trials.routes,
      ...engines.routes,
      ...privacy.routes,
      ...admin.routes,
      ...support.routes,
      ...domains.sitePictures.routes,
      ...installation.routes,
    ],
    authenticate: accounts.authenticate,
    keys,
    readiness,
    plugins: [
      eventStream({ events, authenticate: accounts.authenticate }),
      mediaPlugin(media),
      openAiImagesPlugin(
        createOpenAiImages({ jobs, servers: engines.servers, uploads, media, keys }),
      ),
      sdapiPlugin(createSdapi({ jobs, servers: engines.servers, uploads, media, keys })),
      referralLinks((code) => domains.referrals.isCode(code), config.publicUrl),
      unsubscribeLinks((token) => unsubscribe(db, token)),
      brandLogo((hash) => readLogo(db, hash)),
      sitePictures((hash) => readSitePicture(db.kysely, hash)),
      webhooks({
        stripe: (message) => billing.receiveEvent(message),
        engine: (engine, message) => jobs.receiveWebhook(engine, message),
      }),
      mcpPlugin(
        createMcp({
          db,
          jobs,
          servers: engines.servers,
          uploads,
          media,
          credits,
          enterWait: keys.enterWait,
        }),
      ),
      ...(config.inbox ? [testMode(devInbox(readInbox(db)))] : []),
      ...(config.telemetrySink ? [thisMachineOnly(devTelemetry())] : []),
      ...(testPayments ? [testMode(testPayments.pages)] : []),
      ...(overrides.pages === false ? [] : [pages]),
    ],
    validateResponses: overrides.validateResponses ?? false,
  })
}
