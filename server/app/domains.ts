import { join } from 'node:path'
import { httpAddress } from '#server/config/index.ts'
import {
  type Accounts,
  createAccounts,
  estimatePeople,
  siteOf,
  siteOfUser,
} from '#server/domains/accounts/index.ts'
import {
  type Billing,
  type BillingMails,
  createBilling,
  createBillingMails,
} from '#server/domains/billing/index.ts'
import { createBrands } from '#server/domains/brands/index.ts'
import { type Consents, createConsents } from '#server/domains/consents/index.ts'
import {
  type AuditPublication,
  type Community,
  createCatalogue,
  createCommunity,
} from '#server/domains/community/index.ts'
import { createCredits, type Credits, freePolicy } from '#server/domains/credits/index.ts'
import { createSampleDrawer, type SampleDrawer } from '#server/domains/engine-management/index.ts'
import {
  closeLanes,
  createGeneration,
  estimateImages,
  type Generation,
} from '#server/domains/generation/index.ts'
import { createAdmin, type Admin, recordAuditEvent } from '#server/domains/admin/index.ts'
import {
  createMedia,
  createProjects,
  createUploads,
  isUploadKey,
  type Media,
  type Projects,
  type Uploads,
} from '#server/domains/media/index.ts'
import { createModeration } from '#server/domains/moderation/index.ts'
import { createPacks, type Packs } from '#server/domains/packs/index.ts'
import { createPrivacy, type Privacy } from '#server/domains/privacy/index.ts'
import { createHeadshots, type Headshots } from '#server/domains/headshots/index.ts'
import { createStudios, isStudioKey, type Studios } from '#server/domains/studios/index.ts'
import { createTrials, isTrialKey, type Trials } from '#server/domains/trials/index.ts'
import { secretKey, sharedSecret, type Tx } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { createWorkBudget } from '#server/platform/work-budget.ts'
import { engineKinds } from './engine-kinds.ts'
import type { Engines } from './engines.ts'
import { type AppOptions, isDevelopment, ROOT } from './options.ts'
import type { Payments } from './payments.ts'
import type { Platform } from './platform.ts'

/** The product: each part with what it needs of the others. */
export interface Domains {
  accounts: Accounts
  consents: Consents
  credits: Credits
  billing: Billing
  billingMails: BillingMails
  brands: ReturnType<typeof createBrands>
  media: Media
  uploads: Uploads
  projects: Projects
  generation: Generation
  studios: Studios
  packs: Packs
  headshots: Headshots
  community: Community
  trials: Trials
  samples: SampleDrawer
  admin: Admin
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
  const { config, log } = options
  const { db, events, queue, storage, limiter, outbound, mailer } = platform
  const { provider, testPayments } = payments

  const { blockedWords, blurAbove, blockAbove } = config.moderation
  const moderation = createModeration({
    classifier: engines.classifier,
    rules: { blockedWords },
    thresholds: { blurAbove, blockAbove },
    log,
  })
  const work = createWorkBudget(options.overrides.readingLimit)
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
  const billingMails = createBillingMails({
    mailer,
    siteOfUser: (user) => siteOfUser(user, config),
  })
  const billing = createBilling({
    db,
    credits,
    queue,
    log,
    provider,
    originOf: (host) => siteOf(host, config.publicUrl).origin,
    payTestSession: testPayments ? (id) => testPayments.controls.paySession(id) : null,
    headshotSetPrice: config.headshotSetPrice,
    onOrderPaid: (tx, order) => headshots.acceptPayment(tx, order),
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
    async onAccountClosing(tx, { id, email }) {
      await studios.forgetOffers(tx, email)
      await billing.closeCustomer(tx, id)
    },
    afterAccountClosing: (id) => billing.closePayments(id),
  })
  const secret = await secretKey(db, config.secretKey)
  /** The domain whose rows name a stored file. */
  const ownerOf = (key: string): Pick<Uploads, 'visibilityOf' | 'knownFiles'> => {
    if (isUploadKey(key)) return uploads
    if (isTrialKey(key)) return trials
    return isStudioKey(key) ? studios : generation
  }
  const media = createMedia({
    storage,
    log,
    secret,
    visibilityOf: (key) => ownerOf(key).visibilityOf(key),
    findPublished: (id) => generation.findPublished(id),
    knownFiles: async (keys) => {
      const byOwner = Map.groupBy(keys, ownerOf)
      const known = await Promise.all([...byOwner].map(([owner, own]) => owner.knownFiles(own)))
      return new Set(known.flatMap((some) => [...some]))
    },
    staticFolders: [join(ROOT, isDevelopment() ? 'web/public' : 'build/client')],
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
    storageLimitOf: async (userId) => config.uploadStorage[(await billing.planOf(db, userId)).name],
    log,
  })
  const projects = createProjects({ db, media, uploads })
  const brands = createBrands({
    isDemo: config.testMode,
    estimates: { images: () => estimateImages(db), users: () => estimatePeople(db) },
    installation: {
      signIn: { google: config.google.clientId, facebook: config.facebook.appId },
      support: config.support,
      operator: config.operator,
      minimumAge: config.minimumAge,
      telemetry: config.telemetry,
    },
  })
  const recordCost = async (tx: Tx, spending: { engine: string; kind: string; cost: number }) => {
    if (await engines.control.recordCost(tx, spending)) await closeLanes(tx, spending.engine)
  }
  const consents = createConsents({
    db,
    onWithdrawn: (tx, userId) => studios.forgetFaces(tx, userId),
    async usableOf(reader, userId, ids) {
      const found = await Promise.all([
        uploads.ownOf(reader, userId, ids),
        generation.shownOf(reader, userId, ids),
        studios.ownOf(reader, userId, ids),
      ])
      return new Set(found.flat())
    },
    async onChild(tx, userId, ids) {
      const { names, guests } = await studios.hideChildren(tx, userId, ids)
      const hidden = [await generation.hideChildren(tx, userId, [...ids, ...names])]
      // What guests made with a model that was shared with them shows the same child.
      for (const guest of guests) hidden.push(await generation.hideChildren(tx, guest, names))
      return async () => {
        for (const finish of hidden) await finish()
      }
    },
  })
  const studios = createStudios({
    db,
    events,
    queue,
    storage,
    credits,
    billing,
    media,
    uploads,
    moderation,
    consents,
    engines: engines.registry,
    limiter,
    mailer,
    siteOfUser: (user) => siteOfUser(user, config),
    audit: (tx, { actorId, action, share }) =>
      recordAuditEvent(tx, {
        actorId,
        action,
        userId: share.guest_id,
        subject: share.lora_training_id,
        reason: share.ended_by,
        data: { share: share.id },
      }),
    slots: config.slots.training,
    leastLikeness: config.leastLikeness,
    quotes: () => generation.commissions,
    keepDays: config.uploadDays,
    recordCost: (tx, engine, cost) => recordCost(tx, { engine, kind: 'training', cost }),
    log,
  })
  const samples = createSampleDrawer({
    db,
    engines: engines.registry,
    moderation,
    recordCost: (tx, engine, cost) => recordCost(tx, { engine, kind: 'model_sample', cost }),
    log,
  })
  const generation = createGeneration({
    db,
    ownLoras: {
      find: (userId, names) => studios.findLoras(userId, names),
      ofTraining: (userId, training) => studios.findSubject(userId, training),
      read: (userId, name) => studios.readLora(userId, name),
    },
    events,
    queue,
    credits,
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
    slots: config.slots,
    deadlines: config.deadlines,
    secret,
    log,
  })
  generation.commissions.useQuoter(studios.quoter)
  const packs = createPacks({
    db,
    queue,
    credits,
    moderation,
    work,
    commissions: generation.commissions,
    studios,
    log,
  })
  const headshots = createHeadshots({
    db,
    credits,
    billing,
    studios,
    drawings: generation.drawings,
    commissions: generation.commissions,
    engines: engines.registry,
    log,
  })
  const trials = createTrials({
    db,
    storage,
    media,
    uploads,
    moderation,
    commissions: generation.commissions,
    engines: engines.registry,
    limiter,
    secret: await sharedSecret(db, 'trials'),
    perNetwork: config.limits.trialsPerNetwork,
    recordCost: (tx, engine, cost) => recordCost(tx, { engine, kind: 'trial', cost }),
    log,
  })
  const auditPublication: AuditPublication = (tx, { actorId, kind, id, to, reason }) =>
    recordAuditEvent(tx, {
      actorId,
      action: `publication_${to}`,
      userId: null,
      subject: id,
      reason,
      data: { kind },
    })
  const community = createCommunity({
    db,
    limiter,
    showsExamples: config.testMode,
    publicationReview: config.publicationReview,
    areOwnFaces: (tx, userId, loras) => studios.areOwnFaces(tx, userId, loras),
    audit: auditPublication,
    log,
  })
  generation.onPublication(community.publisher)
  const admin = createAdmin({
    db,
    credits,
    billing,
    adjustmentLimit: config.adjustmentLimit,
    engineCentsPerHour: config.engineCentsPerHour,
    engines: { kinds: engineKinds(config), fleet: engines.fleet, secret: engines.secret },
    models: engines.models,
    accounts,
    community,
    generation,
    packs,
    studios,
    catalogue: createCatalogue({ db, engines: engines.registry, audit: auditPublication }),
    log,
  })
  const privacy = createPrivacy({
    db,
    accounts,
    consents,
    credits,
    billing,
    uploads,
    projects,
    media,
    generation,
    studios,
    packs,
    headshots,
    community,
    trials,
    log,
  })
  return {
    accounts,
    consents,
    credits,
    billing,
    billingMails,
    brands,
    media,
    uploads,
    projects,
    generation,
    studios,
    packs,
    headshots,
    community,
    trials,
    samples,
    admin,
    privacy,
  }
}
