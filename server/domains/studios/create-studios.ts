import type { DeletionReceipt, UnsaidTraining } from '#contract/lora-trainings.ts'
import type { ExportedShare } from '#contract/model-shares.ts'
import { ofCalls, type Quoter } from '#server/domains/orders/index.ts'
import type { Visibility } from '#server/domains/media/index.ts'
import { laneName } from '#server/engines/spec/index.ts'
import { everyItem } from '#server/platform/keyset.ts'
import type { Reader, Tx } from '#server/platform/db/index.ts'
import type { Caller, Route } from '#server/platform/route.ts'
import { areOwnFaces } from './are-own-faces.ts'
import { createFaceMemory } from './coach/face-memory.ts'
import { forgetFaces } from './coach/forget-faces.ts'
import type { StudiosDeps } from './deps.ts'
import {
  findTrainedLoras,
  findChildren,
  findTrainedSubject,
  readTrainedLora,
  type TrainedFiles,
  type TrainedLora,
} from './find-loras.ts'
import { hideChildren } from './hide-children.ts'
import { listTrainings } from './list-trainings.ts'
import { forgetTrainings, readReceipt, removeTraining } from './remove-training.ts'
import { presentOwn } from './present-training.ts'
import { readOwn } from './store.ts'
import { openPublishable, type PublishableLora } from './open-publishable.ts'
import { createQuoter } from './quote-training.ts'
import { createRoutes } from './routes.ts'
import { STOP_CHANNEL, TRAINING_LANE, type TrainMessage } from './run/lane.ts'
import { createTrainingRunner } from './run/training-runner.ts'
import { likenessOf } from './likeness-of.ts'
import { stopTrainingsOf } from './cancel-training.ts'
import { checkStart, requireReady, type Start, startPaid, startWithin } from './start-training.ts'
import { seedShowcase, type TrainedShowcase } from './seed-showcase.ts'
import { everyShare, forgetOffers, forgetShares } from './sharing/forget-shares.ts'
import { sweepShares } from './sharing/sweep-shares.ts'
import { stateOf, type StudioState } from './state-of.ts'
import { sweepTrainings } from './sweep-trainings.ts'
import { knownStudioFiles, studiosFolder, visibilityOfFile } from './studio-files.ts'

export interface Studios {
  /** lora_trainings. */
  routes: Route[]
  /** Quotes starts of trainings. */
  quoter: Quoter
  /** Hears of what must be forgotten; in every role. */
  start(): Promise<void>
  /** Has all processes forget what faces in somebody's photos look like, when the transaction commits. */
  forgetFaces(tx: Tx, userId: string): Promise<void>
  /** Works on the lanes of this process's engines that train (role worker); after the queue has started. */
  startWorkers(): Promise<void>
  /** Every few seconds (role cron): trainings without a worker, deletions that were cut off, and offers of models. */
  sweep(): Promise<void>
  /** Every studio of somebody, newest first. */
  allOf(userId: string): AsyncIterable<UnsaidTraining>
  /** For the deletion of an account: stops and removes everything. Safe to repeat. */
  forget(userId: string): Promise<void>
  /** Ends all trainings of somebody without a model; what is held for them comes back. Safe to repeat. */
  stop(userId: string): Promise<void>
  /** In the transaction that deletes an account, while its address is known: offers to it end. */
  forgetOffers(tx: Tx, email: string): Promise<void>
  /** Every share of somebody's models, and of others' models with them. */
  sharesOf(caller: Pick<Caller, 'userId' | 'email' | 'emailVerified'>): AsyncIterable<ExportedShare>
  /** Puts a public studio that was trained elsewhere into the list. @returns whether it was not there @throws {AppError} `unavailable` */
  seedShowcase(userId: string, showcase: TrainedShowcase): Promise<boolean>
  /** Those of these LoRAs that this person trained, those that are shared with them, and those of public studios. */
  findLoras(userId: string, names: readonly string[]): Promise<TrainedLora[]>
  /** The LoRA of a training that is done and that this person may use, with what it shows; null if there is none. */
  findSubject(userId: string, training: string): Promise<TrainedLora | null>
  /** Those of these names, of models or their trainings, that stand for a child. */
  findChildren(reader: Reader, names: readonly string[]): Promise<ReadonlySet<string>>
  /** The model of an own studio, to be published: never one of a person. @throws {AppError} `invalid`, `conflict` */
  openPublishable(userId: string, id: string): Promise<PublishableLora>
  /** What one of them brings to a drawing; null if there is none. */
  readLora(userId: string, name: string): Promise<TrainedFiles | null>
  /** @throws {AppError} as `start_training/` does, before anything is locked */
  checkStart(caller: Caller, id: string): Promise<void>
  /** Whether photos and consent would do, in a transaction of the caller's. @throws {AppError} `not_found`, `conflict`, `invalid` */
  requireReady(tx: Tx, userId: string, asked: Pick<Start, 'id' | 'waive'>): Promise<void>
  /** Starts a training that was paid in money: nothing is held, on any plan. @throws {AppError} */
  startPaid(tx: Tx, userId: string, id: string): Promise<void>
  /** Starts a training in a transaction of the caller's. @throws {AppError} */
  startIn(tx: Tx, userId: string, asked: Pick<Start, 'id' | 'waive' | 'most'>): Promise<void>
  /** An own studio as its owner sees it. @throws {AppError} `not_found` */
  present(userId: string, id: string): Promise<UnsaidTraining>
  /** What a studio has come to, an own one or one whose model is shared; null: there is none. */
  stateOf(userId: string, id: string): Promise<StudioState | null>
  /**
   * How alike the face in a picture and those of a studio's photos are, -1 to 1: 0 where it has no face. Null: no engine
   * compares faces, or no photo has one.
   */
  likenessOf(id: string, pictureKey: string): Promise<number | null>
  /**
   * Those of these studios that are this person's show their child from now on: nobody else has their models any more.
   * @returns what requests name the studios and their models by, and the accounts that used a model of them
   */
  hideChildren(
    tx: Tx,
    userId: string,
    ids: readonly string[],
  ): Promise<{ names: string[]; guests: string[] }>
  /** Whether every person that these models show is this person, as they stated at the training; other names do not count. */
  areOwnFaces(
    reader: Reader,
    userId: string,
    drawings: readonly (readonly string[])[],
  ): Promise<boolean>
  /** Those of these studios that are this person's. */
  ownOf(reader: Reader, userId: string, ids: readonly string[]): Promise<string[]>
  /** Deletes a studio as its owner does. @throws {AppError} `not_found` */
  remove(userId: string, id: string): Promise<DeletionReceipt>
  /** Who may see the file of a sample. */
  visibilityOf(storageKey: string): Promise<Visibility>
  /** Those of these files that a studio has. */
  knownFiles(keys: readonly string[]): Promise<Set<string>>
}

const EXPORT_PAGE = 50

/** Builds the domain; defines the lanes of trainings, so before the queue starts. */
export function createStudios(given: StudiosDeps): Studios {
  const deps = { ...given, log: given.log.child({ part: 'studios' }) }
  const { db, queue, engines, storage, slots } = deps
  const faces = createFaceMemory(deps)
  const runner = createTrainingRunner(deps)
  const worked = new Set<string>()

  const lanes = (): string[] =>
    engines.list().flatMap(({ name, training }) => (training ? laneName(name, 'training') : []))

  async function work(): Promise<void> {
    for (const lane of lanes()) {
      if (worked.has(lane)) continue
      worked.add(lane)
      await queue.addLane(lane, TRAINING_LANE)
      await queue.work<TrainMessage>(lane, { concurrency: slots }, ({ training }, signal) =>
        runner.run(training, signal),
      )
    }
  }

  for (const lane of lanes()) queue.defineLane(lane, TRAINING_LANE)
  return {
    routes: createRoutes({ ...deps, faces }),
    quoter: ofCalls(createQuoter(deps)),
    start: () => faces.start(),
    forgetFaces,
    async startWorkers() {
      await db.listener.listen(STOP_CHANNEL, { message: (id) => runner.checkSoon(id) })
      await work()
      engines.onChange(() => {
        work().catch((error: unknown) =>
          deps.log.warn({ err: error }, 'the lanes of trainings could not be worked on'),
        )
      })
    },
    async sweep() {
      await sweepTrainings(deps)
      await sweepShares(deps)
    },
    checkStart: (caller, id) => checkStart(deps, caller, id),
    async requireReady(tx, userId, asked) {
      await requireReady(deps, tx, userId, asked)
    },
    async startPaid(tx, userId, id) {
      await startPaid(deps, tx, userId, id)
    },
    async startIn(tx, userId, asked) {
      await startWithin(deps, tx, userId, asked)
    },
    present: async (userId, id) =>
      presentOwn(deps, db.kysely, await readOwn(db.kysely, userId, id)),
    stateOf: (userId, id) => stateOf(db.kysely, userId, id),
    likenessOf: (id, key) => likenessOf({ ...deps, faces }, id, key),
    hideChildren: (tx, userId, ids) => hideChildren(deps, tx, userId, ids),
    areOwnFaces,
    async ownOf(reader, userId, ids) {
      const rows = await reader
        .selectFrom('lora_trainings')
        .select('id')
        .where('id', 'in', [...ids])
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .execute()
      return rows.map(({ id }) => id)
    },
    async remove(userId, id) {
      await removeTraining(deps, userId, id)
      return readReceipt(db.kysely, userId, id)
    },
    allOf: (userId) =>
      everyItem((cursor) =>
        listTrainings(deps, { userId, isStaff: false }, { limit: EXPORT_PAGE, cursor }),
      ),
    async forget(userId) {
      await forgetTrainings(deps, userId)
      await forgetShares(deps, userId)
      await storage.deletePrefix(studiosFolder(userId))
    },
    stop: (userId) => stopTrainingsOf(deps, userId),
    forgetOffers,
    sharesOf: (caller) => everyShare(deps, caller),
    seedShowcase: (userId, showcase) => seedShowcase({ ...deps, faces }, userId, showcase),
    findLoras: (userId, names) => findTrainedLoras({ db, storage }, userId, names),
    findChildren,
    findSubject: (userId, training) => findTrainedSubject({ db }, userId, training),
    openPublishable: (userId, id) => openPublishable({ db, storage }, userId, id),
    readLora: (userId, name) => readTrainedLora({ db, storage }, userId, name),
    visibilityOf: (storageKey) => visibilityOfFile(deps, storageKey),
    knownFiles: (keys) => knownStudioFiles(db, keys),
  }
}
