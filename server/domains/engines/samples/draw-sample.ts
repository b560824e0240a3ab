import sharp from 'sharp'
import type { Moderation } from '#server/domains/moderation/index.ts'
import {
  EngineError,
  type EngineRegistry,
  type FoundImageModel,
  sampleRequestFor,
} from '#server/engines/spec/index.ts'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import { claimSample, releaseSample, saveSample } from './model-samples.ts'

/** Edge of the sample that is kept, pixels. */
const EDGE = 160
const QUALITY = 72

export interface SampleDeps {
  db: Db
  engines: EngineRegistry
  moderation: Pick<Moderation, 'judgePicture'>
  /** Adds to what an engine cost today. @param cost millionths of a US dollar */
  recordCost(tx: Tx, engine: string, cost: number): Promise<void>
  log: Log
}

/** Draws the samples that are wanted, one at a time in all processes together. */
export interface SampleDrawer {
  /** For cron: draws the next one, if none is being drawn. */
  sweep(): Promise<void>
  /** Stops what is drawn; another process draws it from the beginning. */
  stop(): Promise<void>
}

export function createSampleDrawer(deps: SampleDeps): SampleDrawer {
  const { db, engines, moderation, log } = deps
  let running: { ended: Promise<void>; cancel(): Promise<void> } | null = null
  let stopped = false

  async function drawNext(model: string, found: FoundImageModel | undefined): Promise<void> {
    if (!found) return saveSample(db, model, null)
    try {
      const operation = await found.image.start(sampleRequestFor(found.model))
      if (running) running.cancel = () => found.image.cancel(operation)
      let file: Buffer | null = null
      const { costMicros } = await found.image.follow(operation, {
        onProgress: () => undefined,
        async onOutput({ data }) {
          file = Buffer.from(data)
        },
      })
      await noteCost(found, costMicros)
      if (stopped) return await releaseSample(db, model)
      await saveSample(db, model, file && (await keepable(file, found.model.hash)))
    } catch (error) {
      log.warn({ err: error, model }, 'a sample could not be drawn')
      if (error instanceof EngineError) await noteCost(found, error.costMicros)
      await saveSample(db, model, null)
    }
  }

  /** Nobody pays for a sample, but a service may bill it. */
  async function noteCost({ engine }: FoundImageModel, cost = 0): Promise<void> {
    if (cost > 0) await transact(db, (tx) => deps.recordCost(tx, engine.name, cost))
  }

  /** Null for what not everybody should see. */
  async function keepable(file: Buffer, hash: string) {
    const { verdict } = await moderation.judgePicture(file)
    if (verdict !== 'clean') return null
    const image = await sharp(file)
      .resize(EDGE, EDGE, { fit: 'cover' })
      .webp({ quality: QUALITY })
      .toBuffer()
    return { image, hash }
  }

  return {
    async sweep() {
      if (running || stopped) return
      const model = await claimSample(db)
      if (model === null) return
      const found = await engines.findImageModel(model)
      const ended = drawNext(model, found)
        .catch((error: unknown) => log.error({ err: error, model }, 'a sample could not be kept'))
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
