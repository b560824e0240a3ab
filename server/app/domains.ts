import {
  type Accounts,
  createAccounts,
  siteOf,
  siteOfUser,
} from '#server/domains/accounts/index.ts'
import { type ApiKeys, createApiKeys, keyLimits } from '#server/domains/api-keys/index.ts'
import {
  type Billing,
  type BillingMails,
  createBilling,
  createBillingMails,
} from '#server/domains/billing/index.ts'
import type { Consents } from '#server/domains/consents/index.ts'
import { type Community, createCommunity } from '#server/domains/community/index.ts'
import { closeLanes, createJobs, type Jobs, readAddedPrices } from '#server/domains/jobs/index.ts'
import { createEvidence, createLibrary, type Library } from '#server/domains/library/index.ts'
import { type Announcements, createAnnouncements } from '#server/domains/announcements/index.ts'
import type { Lifecycle } from '#server/domains/lifecycle/index.ts'
import { type Admin, recordAuditEvent } from '#server/domains/admin/index.ts'
import {
  createProjects,
  createUploads,
  type Media,
  type Projects,
  type Uploads,
} from '#server/domains/media/index.ts'
import { createOrders, createQuoteRoutes } from '#server/domains/orders/index.ts'
import { continueRun, createPacks, type Packs } from '#server/domains/packs/index.ts'
import { createPrompts, createWordDrawer, type Prompts } from '#server/domains/prompts/index.ts'
import { createPrivacy, type Privacy } from '#server/domains/privacy/index.ts'
import { createHeadshots, type Headshots } from '#server/domains/headshots/index.ts'
import { createStudios, type Studios } from '#server/domains/studios/index.ts'
import { createWritableCheck } from '#server/platform/storage/index.ts'
import { createSupport, type Support } from '#server/domains/support/index.ts'
import type { Trials } from '#server/domains/trials/index.ts'
import { secretKey, type Tx } from '#server/platform/db/index.ts'
import type { Route } from '#server/platform/route.ts'
import { createSetAside } from '#server/platform/set-aside.ts'
import { createSweeper } from '#server/platform/sweeper.ts'
import { createWorkBudget } from '#server/platform/work-budget.ts'
import { type AddedModels, createAppAddedModels } from './added-models.ts'
import { createAppAdmin } from './admin.ts'
import { auditPublication, auditShare } from './audit-events.ts'
import { createAppBrands } from './brands.ts'
import { createAppConsents } from './consents.ts'
import { createAppCredits } from './credits.ts'
import { createAppDrawers, type Drawers } from './drawers.ts'
import type { Engines } from './engines.ts'
import { createAppLifecycle } from './lifecycle.ts'
import { createAppModeration } from './moderation.ts'
import { createAppMedia } from './media.ts'
import type { AppOptions } from './options.ts'
import type { Payments } from './payments.ts'
import type { Platform } from './platform.ts'
import { createAppReferrals, type ReferralParts } from './referrals.ts'
import { storageTerms } from './storage-terms.ts'
import { createAppTrials } from './trials.ts'
import { createAppWebhooks } from './webhooks.ts'
import { createAppWork } from './work.ts'

/** The product: each part with what it needs of the others. */
export interface Domains extends ReferralParts, Drawers {
  accounts: Accounts
  keys: ApiKeys
  consents: Consents
  credits: Awaited<ReturnType<typeof createAppCredits>>
  billing: Billing
  billingMails: BillingMails
  brands: ReturnType<typeof createAppBrands>
  media: Media
  uploads: Uploads
  projects: Projects
  quotes: Route[]
  jobs: Jobs
  library: Library
  prompts: Prompts
  studios: Studios
  packs: Packs
  headshots: Headshots
  community: Community
  trials: Trials
  addedModels: AddedModels
  admin: Admin
  support: Support
  lifecycle: Lifecycle
  announcements: Announcements
  webhooks: ReturnType<typeof createAppWebhooks>
  privacy: Privacy
}

/** What the domains are built from. */
export interface DomainParts {
  platform: Platform
  engines: Engines
  payments: Payments
}

export async function createDomains(
  options: AppOptions,
  { platform, engines, payments }: DomainParts,
): Promise<Domains> {
  const { config, log, overrides } = options
  const { db, events, queue, storage, limiter, outbound, mailer } = platform
  const { provider, testPayments } = payments
  const moderation = createAppModeration(options, engines)
  const work = createWorkBudget(overrides.readingLimit)
  const setAside = createSetAside(db)
  const sweeper = createSweeper({ setAside, log: log.child({ part: 'sweeps' }) })
  const credits = await createAppCredits(options, platform)
  const requireStore = createWritableCheck(storage)
  const orders = createOrders({ db, credits, keys: keyLimits, requireStore })
  const apiKeys = createApiKeys({ db })
  const sites = { siteOfUser: (user: Parameters<typeof siteOfUser>[0]) => siteOfUser(user, config) }
  const billingMails = createBillingMails({ mailer, ...sites })
  const { parts, hooks } = await createAppReferrals(options, platform, credits)
  const billing = createBilling({
    db,
    credits,
    queue,
    limiter,
    log,
    provider,
    originOf: (host) => siteOf(host, config.publicUrl).origin,
    payTestSession: testPayments ? (id) => testPayments.controls.paySession(id) : null,
    headshotSetPrice: () => config.headshotSetPrice,
    firstPurchases: () => config.firstPurchases,
    pricesNow: () => readAddedPrices(engines.registry, config.addedPrices),
    onOrderPaid: (tx, order) => headshots.acceptPayment(tx, order),
    async onEvent(tx, event) {
      await billingMails.send(tx, event)
      await parts.referrals.noteEvent(tx, event)
    },
  })
  const lifecycle = createAppLifecycle(options, platform)
  const announcements = createAnnouncements({ db, billing, audit: recordAuditEvent })
  const secret = await secretKey(db, config.secretKey)
  const accounts = createAccounts({
    db,
    secret,
    work: await createAppWork(platform, 'account'),
    mailer,
    limiter,
    outbound,
    config,
    log,
    passwordCost: overrides.passwordCost,
    ...hooks,
    async onEmailVerified(tx, user) {
      await credits.writer(tx).grantFreeMonth(user)
      await lifecycle.noteConfirmed(tx, user.userId)
    },
    onLanguageChanged: (tx, userId) => billing.noteChangedLanguage(tx, userId),
    onStandingChanged: (tx, userIds) => credits.writer(tx).followStanding(userIds),
    async onAccountClosing(tx, { id, email }) {
      await studios.forgetOffers(tx, email)
      await billing.closeCustomer(tx, id)
    },
    async afterAccountClosing(id) {
      await Promise.all([community.hideClosed(id), billing.closePayments(id)])
    },
  })
  const others = () => ({ jobs, studios, packs, headshots })
  const webhooks = createAppWebhooks(options, { ...platform, ...sites, secret }, others)
  const { announceEnd } = webhooks
  const media = createAppMedia(options, platform, {
    secret,
    owners: () => ({ uploads, trials, community, studios, library }),
  })
  const terms = storageTerms(options, { accounts, billing })
  const uploads = createUploads({ db, storage, media, limiter, ...terms, log })
  const projects = createProjects({ db, media, uploads, readingLimit: overrides.readingLimit })
  const brands = createAppBrands(config, db)
  const recordCost = async (tx: Tx, spending: { engine: string; kind: string; cost: number }) => {
    if (await engines.control.recordCost(tx, spending)) await closeLanes(tx, spending.engine)
  }
  const consents = createAppConsents(db, () => ({ uploads, jobs, library, studios }))
  const studios = createStudios({
    db,
    sweeper,
    events,
    queue,
    storage,
    credits,
    orders,
    billing,
    media,
    uploads,
    moderation,
    consents,
    engines: engines.registry,
    limiter,
    mailer,
    ...sites,
    audit: auditShare,
    auditShowcase: recordAuditEvent,
    async announceEnd(tx, end) {
      await announceEnd(tx, end)
      await lifecycle.noteTrainingEnd(tx, end.userId, end.id)
    },
    slots: config.slots.training,
    leastLikeness: config.leastLikeness,
    keepDays: config.uploadDays,
    recordCost: (tx, engine, cost) => recordCost(tx, { engine, kind: 'training', cost }),
    log,
  })
  const addedModels = createAppAddedModels(options, platform, {
    fleet: engines.fleet,
    moderation,
    recordCost,
  })
  const evidence = createEvidence({ db, media })
  const community = createCommunity({
    db,
    events,
    mailer,
    ...sites,
    evidence,
    auditReport: recordAuditEvent,
    limiter,
    storage,
    engines: engines.registry,
    studios,
    media,
    importedImages: config.civitaiImages,
    imageHosts: config.imageHosts,
    showsExamples: config.testMode,
    publicationReview: () => config.publicationReview,
    areOwnFaces: (tx, userId, drawings) => studios.areOwnFaces(tx, userId, drawings),
    ban: (tx, input) => admin.ban(tx, input),
    audit: auditPublication,
    log,
  })
  const jobs = createJobs({
    db,
    sweeper,
    ownLoras: community.loras,
    events,
    queue,
    credits,
    orders,
    onEnded: (tx, run) => continueRun(queue, tx, run),
    announceEnd,
    wordDrawer: createWordDrawer(db),
    billing,
    media,
    uploads,
    moderation,
    work,
    consents,
    engines: engines.registry,
    engineControl: engines.control,
    engineCentsPerHour: config.engineCentsPerHour,
    wordsPrices: config.wordsPrices,
    addedPrices: config.addedPrices,
    slots: config.slots,
    deadlines: config.deadlines,
    log,
  })
  const library = createLibrary({
    db,
    sweeper,
    making: jobs.making,
    publisher: community.publisher,
    evidence,
    billing,
    media,
    engines: engines.registry,
    secret,
    log,
  })
  const drawers = createAppDrawers(options, { engines, moderation, library, recordCost })
  const prompts = createPrompts({ db })
  const packs = createPacks({
    db,
    sweeper,
    queue,
    orders,
    moderation,
    work,
    commissions: jobs.commissions,
    library,
    studios,
    community,
    announceEnd,
    audit: recordAuditEvent,
    log,
  })
  const headshots = createHeadshots({
    db,
    sweeper,
    announceEnd,
    orders,
    billing,
    studios,
    drawings: jobs.drawings,
    deleteImages: (userId, ids) => library.deleteForGood(userId, ids),
    engines: engines.registry,
    log,
  })
  const trials = await createAppTrials(options, platform, {
    media,
    uploads,
    moderation,
    commissions: jobs.commissions,
    engines: engines.registry,
    recordCost: (tx, engine, cost) => recordCost(tx, { engine, kind: 'trial', cost }),
  })
  const admin = createAppAdmin(options, platform, engines, {
    credits,
    billing,
    billingMails,
    setAside,
    accounts,
    consents,
    uploads,
    community,
    jobs,
    headshots,
    packs,
    studios,
  })
  const support = createSupport({
    db,
    limiter,
    mailer,
    billing,
    credits,
    jobs,
    community,
    ...sites,
    giveCredits: admin.giveCredits,
    waitingCredits: admin.waitingCredits,
    creditsAtOnce: admin.creditsAtOnce,
    audit: recordAuditEvent,
  })
  const privacy = createPrivacy({
    db,
    accounts,
    keys: apiKeys,
    webhooks,
    consents,
    credits,
    billing,
    uploads,
    projects,
    media,
    jobs,
    library,
    prompts,
    studios,
    packs,
    headshots,
    community,
    trials,
    support,
    lifecycle,
    announcements,
    ...parts,
    admin,
    log,
  })
  return {
    accounts,
    keys: apiKeys,
    consents,
    credits,
    billing,
    billingMails,
    ...parts,
    brands,
    media,
    uploads,
    projects,
    quotes: createQuoteRoutes([jobs, studios, packs, headshots].map(({ quoter }) => quoter)),
    jobs,
    library,
    prompts,
    studios,
    packs,
    headshots,
    community,
    trials,
    ...drawers,
    addedModels,
    admin,
    support,
    lifecycle,
    announcements,
    webhooks,
    privacy,
  }
}
