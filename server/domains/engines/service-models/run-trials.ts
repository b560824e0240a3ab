import { sql } from 'kysely'
import sharp from 'sharp'
import type { AddedModelEntry } from '#contract/service-model-entry.ts'
import { type OrderWay, waysOf } from '#contract/service-model-ways.ts'
import type { Moderation } from '#server/domains/moderation/index.ts'
import {
  type Engine,
  EngineError,
  type EngineOperation,
  type EngineOutput,
  type Following,
  type ImageSource,
} from '#server/engines/spec/index.ts'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Fleet } from '../fleet/create-fleet.ts'
import { TODAY } from '../fleet/states.ts'
import type { ServiceModelKey } from './store.ts'
import { drawTrialSource } from './trial-picture.ts'

/** Longer than any model takes for one image. */
const LIMIT_MINUTES = 15
/** A process that tries a model for so long has ended. */
const SILENT_MINUTES = 2 * LIMIT_MINUTES
/** Edge of the image that is kept, pixels. */
const EDGE = 512
const QUALITY = 80
const MOST_WORDS = 400

export interface TrialDeps {
  db: Db
  fleet: Pick<Fleet, 'members'>
  moderation: Pick<Moderation, 'judgePicture'>
  /** Adds to what an engine cost today. @param cost millionths of a US dollar */
  recordCost(tx: Tx, engine: string, cost: number): Promise<void>
  log: Log
  /** How long a trial may take; left out: 15 minutes. */
  limitMs?: number
}

/** Has models that administrators added make one image in each of their ways, one model at a time in this process. */
export interface TrialRunner {
  /** For cron: tries the next one, if none is being tried. */
  sweep(): Promise<void>
  stop(): Promise<void>
}

/** The description that is tried, as it was when the trial began. */
interface Claim extends ServiceModelKey {
  entry: AddedModelEntry
  trial_at: Date
}

/** The part of an engine that tries a model. */
const partFor = (
  { image, tool, video }: Engine,
  does: AddedModelEntry['does'],
): Following<EngineOutput> | undefined => (does === 'video' ? video : (image ?? tool))

/** Image that is kept of an output: of a video, the frame in its middle. */
const shownOf = (made: EngineOutput): Uint8Array =>
  'stills' in made ? made.stills[Math.floor(made.stills.length / 2)]! : made.data

const WAY_WORDS: Record<OrderWay, string> = {
  words: 'From words alone',
  image: 'From an image',
  mask: 'Over a part of an image',
}

/** The images of all ways beside each other, as WebP. */
async function beside(files: readonly Buffer[]): Promise<Buffer> {
  const tiles = await Promise.all(
    files.map((file) =>
      sharp(file).resize(EDGE, EDGE, { fit: 'inside', withoutEnlargement: true }).png().toBuffer(),
    ),
  )
  const [only] = tiles
  const all = tiles.length === 1 ? sharp(only) : sharp(tiles, { join: { across: tiles.length } })
  return all.webp({ quality: QUALITY }).toBuffer()
}

export function createTrialRunner(deps: TrialDeps): TrialRunner {
  const { db, fleet, moderation, log, limitMs = LIMIT_MINUTES * 60_000 } = deps
  let running: { ended: Promise<void>; cancel(): Promise<void> } | null = null
  let stopped = false

  async function claim(): Promise<Claim | undefined> {
    const silent = sql`now() - make_interval(mins => ${SILENT_MINUTES})`
    // Milliseconds are what this process reads of an instant. What is tried costs, as orders do, so it waits as they do.
    const { rows } = await sql<Claim>`
      update service_models
      set trial_state = 'running', trial_at = date_trunc('milliseconds', now())
      where (engine, id) = (
        select engine, id from service_models m
        where (trial_state = 'wanted' or (trial_state = 'running' and trial_at < ${silent}))
          and not exists (
            select from engine_states s where s.engine = m.engine
              and (s.mode <> 'active' or s.limit_reached_on = ${TODAY}))
        order by trial_at limit 1 for update skip locked
      ) returning engine, id, entry, trial_at`.execute(db.kysely)
    return rows[0]
  }

  /** Only of the trial that was begun: one of a description that is sent otherwise by now is over. */
  async function save(
    { engine, id, trial_at: begunAt }: Claim,
    made: { image: Buffer } | { problem: string } | 'again',
  ): Promise<void> {
    await db.kysely
      .updateTable('service_models')
      .set(
        made === 'again'
          ? { trial_state: 'wanted' }
          : 'image' in made
            ? { trial_state: 'made', trial_image: made.image, trial_problem: null }
            : { trial_state: 'failed', trial_problem: made.problem.slice(0, MOST_WORDS) },
      )
      .where('engine', '=', engine)
      .where('id', '=', id)
      .where('trial_at', '=', begunAt)
      .where('trial_state', '=', 'running')
      .execute()
  }

  async function tryOne(claimed: Claim): Promise<void> {
    const { engine: name, id, entry } = claimed
    const engine = fleet.members().get(name)?.engine
    if (!engine?.added) return save(claimed, { problem: 'The engine is not there.' })
    try {
      const source = await drawTrialSource()
      const ways = waysOf(entry)
      const files: Buffer[] = []
      for (const way of ways) {
        const made = await tryWay(engine, { id, entry }, { way, source })
        if (stopped) return await save(claimed, 'again')
        if ('problem' in made) {
          const where = ways.length > 1 ? `${WAY_WORDS[way]}: ` : ''
          return await save(claimed, { problem: where + made.problem })
        }
        files.push(made.file)
      }
      await save(claimed, { image: await beside(files) })
    } catch (error) {
      log.warn({ err: error, engine: name, id }, 'a trial could not be kept')
      await save(claimed, { problem: (error as Error).message })
    }
  }

  async function tryWay(
    engine: Engine,
    model: Pick<Claim, 'id' | 'entry'>,
    trial: { way: OrderWay; source: ImageSource },
  ): Promise<{ file: Buffer } | { problem: string }> {
    try {
      const operation = await engine.added!.startTrial(model, trial)
      const made = await follow(engine, operation, model.entry, trial.source)
      if (!('file' in made)) return made
      const { verdict } = await moderation.judgePicture(made.file)
      return verdict === 'clean'
        ? made
        : { problem: 'The image that it made was refused by the moderation.' }
    } catch (error) {
      log.warn({ err: error, engine: engine.name, id: model.id }, 'a model could not be tried')
      if (error instanceof EngineError) await noteCost(engine.name, error.costMicros)
      return { problem: (error as Error).message }
    }
  }

  async function follow(
    engine: Engine,
    operation: EngineOperation,
    { does }: AddedModelEntry,
    source: ImageSource,
  ): Promise<{ file: Buffer } | { problem: string }> {
    const nothing = { problem: does === 'video' ? 'No video came of it.' : 'No image came of it.' }
    const part = partFor(engine, does)
    if (!part) return nothing
    const cancel = () => part.cancel(operation)
    if (running) running.cancel = cancel
    let file: Buffer | null = null
    let isLate = false
    const limit = setTimeout(() => {
      isLate = true
      void cancel().catch(() => undefined)
    }, limitMs)
    try {
      const { costMicros } = await part.follow(operation, {
        onProgress: () => undefined,
        async onOutput(made) {
          file = Buffer.from(shownOf(made))
        },
        readSource: async () => source,
      })
      await noteCost(engine.name, costMicros)
    } finally {
      clearTimeout(limit)
    }
    if (file) return { file }
    return isLate ? { problem: 'It took too long, so it was cancelled.' } : nothing
  }

  /** Nobody pays for a trial, but the service may bill it. */
  async function noteCost(engine: string, cost = 0): Promise<void> {
    if (cost > 0) await transact(db, (tx) => deps.recordCost(tx, engine, cost))
  }

  return {
    async sweep() {
      if (running || stopped) return
      const claimed = await claim()
      if (!claimed) return
      const ended = tryOne(claimed)
        .catch((error: unknown) => {
          const { engine, id } = claimed
          log.error({ err: error, engine, id }, 'a trial was not kept')
        })
        .finally(() => (running = null))
      running = { ended, cancel: async () => undefined }
    },
    async stop() {
      stopped = true
      await running?.cancel().catch(() => undefined)
      await running?.ended
    },
  }
}
