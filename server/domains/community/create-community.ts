import { type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import type { TrainedFiles, TrainedLora } from '#server/domains/studios/index.ts'
import type { PublicationListener } from '#server/domains/library/index.ts'
import { isForeignKey, type Visibility } from '#server/domains/media/index.ts'
import type { Route } from '#server/platform/route.ts'
import type { CommunityImage } from '#contract/community.ts'
import type { CommunityDeps } from './deps.ts'
import { filesOf, isModelKey, partsOf } from './models/keys.ts'
import { publishScannedModels, withdrawDeletedTrainings } from './models/follow-models.ts'
import { findPublishedLoras, knownModelFiles, readPublishedLora } from './models/published-loras.ts'
import { createModelRoutes } from './models/routes.ts'
import { sweepUploads } from './models/upload-model.ts'
import { type Hidden, hideAllOf, showAgain } from './hide-publications.ts'
import { forgetCreator, ownPublications, type OwnPublications } from './own-publications.ts'
import { importCivitai, type ImportCounts, type ImportOrder } from './importing/import-civitai.ts'
import { knownCopies, visibilityOfCopy } from './importing/picture-copies.ts'
import { copyPictures, linkPictures } from './importing/take-pictures.ts'
import { notify } from './notifications/notify.ts'
import { createNotificationRoutes } from './notifications/routes.ts'
import { foldLikes, setLike } from './people/likes.ts'
import { viewerOf } from './viewer.ts'
import { createPeopleRoutes } from './people/routes.ts'
import { cleanPrompts } from './publishing/clean-prompts.ts'
import { publishScanned, withdrawEnded } from './publishing/follow-publications.ts'
import { createPublisher } from './publishing/publish-image.ts'
import { createPublishingRoutes } from './publishing/routes.ts'
import { publishedOf } from './read-published.ts'
import { forgetReporter } from './reports/own-reports.ts'
import { createReportRoutes } from './reports/routes.ts'
import { sweepReports } from './reports/sweep-reports.ts'
import { createRoutes } from './routes.ts'
import { createExampleRoutes } from './seed/examples.ts'
import { seedCommunity } from './seed/seed-community.ts'

export interface Community {
  /** civit_images, civit_model_version, creators, comments, follows, blocks, search, reports, notifications. */
  routes: Route[]
  /** Fills what there is to explore with the examples, where it is empty and they are wanted. */
  start(): Promise<void>
  /** Likes an image for somebody, once however often it is asked. @throws {AppError} `not_found` */
  like(userId: string, image: string): Promise<void>
  /** Every few seconds (role cron): adds new likes to the counts. */
  foldLikes(): Promise<void>
  /** Hides everything that somebody published and said. @returns what was to be seen until now */
  hideAllOf(tx: Tx, input: Parameters<typeof hideAllOf>[2]): Promise<Hidden[]>
  /**
   * Hides what a deleted account published, until {@link Community.forget} comes by. In a transaction of its own: what somebody publishes
   * at that moment may wait for their account, and this for that.
   */
  hideClosed(userId: string): Promise<void>
  /** Shows again what `hideAllOf` hid. */
  showAgain(tx: Tx, input: Parameters<typeof showAgain>[2]): Promise<void>
  /** Every few seconds (role cron): publishes what needs nobody to look at it, withdraws what is no longer public, cleans old prompts. */
  followPublications(): Promise<void>
  /** Every minute (role cron): what reports are overdue, and evidence that is kept no longer. */
  sweepReports(): Promise<void>
  /** Images that everybody sees and that these jobs made, the newest first. */
  publishedOf(jobs: readonly string[], limit: number): Promise<CommunityImage[]>
  /** Tells a person in the app that support answered. */
  tellOfTicket(tx: Tx, userId: string, ticketId: string): Promise<void>
  /** What follows an owner who makes an image public. */
  publisher: PublicationListener
  /** Takes over models and images of another site. @throws {OperatorError} */
  importCivitai(order: ImportOrder): Promise<ImportCounts>
  /** The LoRAs that somebody may use: those of studios, and what is published. */
  loras: {
    find(userId: string, names: readonly string[]): Promise<TrainedLora[]>
    ofTraining(userId: string, training: string): Promise<TrainedLora | null>
    findChildren(reader: Reader, names: readonly string[]): Promise<ReadonlySet<string>>
    read(userId: string, name: string): Promise<TrainedFiles | null>
  }
  /** Who may see a file of this domain; those of models are downloaded by a call. */
  visibilityOf(storageKey: string): Promise<Visibility>
  /** Those of these files that something here stands for. */
  knownFiles(keys: readonly string[]): Promise<Set<string>>
  /** Everything that somebody published, for the copy of their data. */
  allOf(userId: string): Promise<OwnPublications>
  /** For the deletion of an account: nothing that it published is left. Safe to repeat. */
  forget(userId: string): Promise<void>
}

/** Builds the domain of what people publish for everybody. */
export function createCommunity(given: CommunityDeps): Community {
  const deps = { ...given, log: given.log.child({ part: 'community' }) }
  return {
    routes: [
      ...createRoutes(deps),
      ...createPeopleRoutes(deps),
      ...createPublishingRoutes(deps),
      ...createReportRoutes(deps),
      ...createNotificationRoutes(deps),
      ...createModelRoutes(deps),
      ...createExampleRoutes(deps),
    ],
    async start() {
      if (deps.showsExamples) await seedCommunity(deps)
    },
    foldLikes: () => foldLikes(deps),
    async like(userId, image) {
      const nobody = await viewerOf(deps.db.kysely, null)
      await setLike(deps.db, { ...nobody, userId }, { image, like: true })
    },
    hideAllOf: (tx, input) => hideAllOf(tx, deps.audit, input),
    async hideClosed(userId) {
      const act = { userId, actorId: null, reason: 'account deleted' }
      await transact(deps.db, (tx) => hideAllOf(tx, deps.audit, act))
    },
    showAgain: (tx, input) => showAgain(deps, tx, input),
    async followPublications() {
      await cleanPrompts(deps)
      await withdrawEnded(deps)
      await publishScanned(deps)
      await withdrawDeletedTrainings(deps)
      await publishScannedModels(deps)
      await sweepUploads(deps)
    },
    sweepReports: () => sweepReports(deps),
    publishedOf: (jobs, limit) => publishedOf(deps.db.kysely, jobs, limit),
    tellOfTicket: (tx, userId, ticketId) => notify(deps, tx, { userId, kind: 'ticket', ticketId }),
    publisher: createPublisher(deps),
    importCivitai(order) {
      const pictures =
        deps.importedImages === 'copy'
          ? copyPictures({ ...deps, outbound: order.outbound })
          : linkPictures(deps.imageHosts, { ...deps, outbound: order.outbound })
      return importCivitai({ ...deps, pictures }, order)
    },
    loras: {
      async find(userId, names) {
        const trained = await deps.studios.findLoras(userId, names)
        return [...trained, ...(await findPublishedLoras(deps.db.kysely, names))]
      },
      ofTraining: (userId, training) => deps.studios.findSubject(userId, training),
      findChildren: (reader, names) => deps.studios.findChildren(reader, names),
      read: async (userId, name) =>
        (await deps.studios.readLora(userId, name)) ?? readPublishedLora(deps, name),
    },
    visibilityOf: async (key) =>
      isForeignKey(key) ? visibilityOfCopy(deps.db.kysely, key) : 'gone',
    async knownFiles(keys) {
      const { kysely } = deps.db
      const copies = await knownCopies(kysely, keys.filter(isForeignKey))
      return new Set([...copies, ...(await knownModelFiles(kysely, keys.filter(isModelKey)))])
    },
    allOf: (userId) => ownPublications(deps.db, userId),
    async forget(userId) {
      await forgetReporter(deps.db, userId)
      await forgetCreator(deps.db, userId)
      await forgetCreator(deps.db, userId)
      await deps.storage.deletePrefix(filesOf(userId))
      await deps.storage.deletePrefix(partsOf(userId))
    },
  }
}
