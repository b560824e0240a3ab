import { setTimeout as sleep } from 'node:timers/promises'
import type { SitePictureGroup } from '#contract/admin-site-pictures.ts'
import { STYLES } from '#contract/styles.ts'
import { EngineError, type FoundImageModel, sampleRequestFor } from '#server/engines/spec/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Claim, claimRedraw, endRedraw, noteDrawing, saveRedraw } from './claim-redraw.ts'
import type { SitePicturesDeps } from './deps.ts'
import { cutTo, isEmpty } from './keep-file.ts'
import { describeDrawn, findPlace, type Place } from './places.ts'

/** An engine that takes longer for an image does not make it any more. */
const DEADLINE_MS = 10 * 60_000

/** Draws images of the site again, one at a time in all processes together. */
export interface PictureDrawer {
  /** For cron: draws the next one, if none is being drawn. @param group left out: of every group */
  sweep(group?: SitePictureGroup): Promise<void>
  /** Stops what is drawn; another process draws it from the beginning. */
  stop(): Promise<void>
}

/** The size of the model's own that is nearest in shape to a place. */
function sizeFor({ width, height }: Place, { model }: FoundImageModel, edge: number) {
  const { min, max, step } = model.sizes
  const fit = (side: number) => {
    const wanted = (edge * side) / Math.max(width, height)
    return Math.min(max, Math.max(min, Math.round(wanted / step) * step))
  }
  return { width: fit(width), height: fit(height) }
}

function requestFor(place: Place, found: FoundImageModel) {
  const { prompt, seed, style } = place.drawn!
  const request = sampleRequestFor(found.model)
  const words = STYLES.find(({ id }) => id === style)?.words
  return {
    ...request,
    ...sizeFor(place, found, request.width),
    prompt: words === undefined ? prompt : `${prompt}, ${words}`,
    seed,
  }
}

/** One image that is being drawn. */
interface Drawing {
  claim: Claim
  /** Nobody waits for it any more: what the engine still begins is cancelled at once. */
  isOver: boolean
  cancel(): Promise<void>
  ended: Promise<void>
}

async function cancel(drawing: Drawing): Promise<void> {
  drawing.isOver = true
  // The image is given up in any case.
  await drawing.cancel().catch(() => undefined)
}

/** Whether the same may succeed a little later. */
const mayPass = (error: unknown): boolean =>
  (error instanceof EngineError && error.retryable) ||
  (error instanceof AppError && error.code === 'unavailable')

/** Builds what draws images of the site again. @param deadlineMs of one image */
export function createPictureDrawer(
  deps: Pick<
    SitePicturesDeps,
    'db' | 'moderation' | 'bestModel' | 'seesFace' | 'recordCost' | 'log'
  >,
  deadlineMs = DEADLINE_MS,
): PictureDrawer {
  const { db, moderation, log } = deps
  let running: Drawing | null = null
  let stopped = false

  /** Nobody pays for it, but a service may bill it. */
  async function noteCost({ engine }: FoundImageModel, cost = 0): Promise<void> {
    if (cost > 0) await transact(db, (tx) => deps.recordCost(tx, engine.name, cost))
  }

  /** @returns the file as the engine made it; null: nothing came. What it costs is noted also where nobody waits any more. */
  async function make(
    place: Place,
    found: FoundImageModel,
    drawing: Drawing,
  ): Promise<Buffer | null> {
    let file: Buffer | null = null
    try {
      const operation = await found.image.start(requestFor(place, found))
      drawing.cancel = () => found.image.cancel(operation)
      if (drawing.isOver) await cancel(drawing)
      const { costMicros } = await found.image.follow(operation, {
        onProgress: () => undefined,
        async onOutput({ data }) {
          file = Buffer.from(data)
        },
      })
      await noteCost(found, costMicros)
    } catch (error) {
      if (error instanceof EngineError) await noteCost(found, error.costMicros)
      throw error
    }
    return drawing.isOver ? null : file
  }

  /** @returns the file; null: nothing came, one even surface, or something that not everybody should see */
  async function draw(
    place: Place,
    found: FoundImageModel,
    drawing: Drawing,
  ): Promise<Buffer | null> {
    const file = await make(place, found, drawing)
    if (file === null || (await isEmpty(file))) return null
    const { verdict } = await moderation.judgePicture(file)
    if (verdict !== 'clean') return null
    const sourceType = 'trainedAlgorithmicMedia' as const
    return cutTo(place, { file, sourceType, hasAiMark: await needsAiMark(found, file) })
  }

  /** Whether it shows somebody who could be taken for photographed (AI Act, article 50). What cannot be told counts as a person. */
  async function needsAiMark({ model }: FoundImageModel, file: Buffer): Promise<boolean> {
    if (!model.features.includes('photo_person')) return false
    return deps.seesFace(file).catch(() => true)
  }

  /** @throws when an engine takes too long; what it does then is cancelled */
  async function drawInTime(
    place: Place,
    found: FoundImageModel,
    drawing: Drawing,
  ): Promise<Buffer | null> {
    const inTime = new AbortController()
    const late = sleep(deadlineMs, undefined, { signal: inTime.signal, ref: false }).then(() => {
      void cancel(drawing)
      throw new Error(`no image after ${deadlineMs} ms`)
    })
    try {
      return await Promise.race([draw(place, found, drawing), late])
    } finally {
      inTime.abort()
    }
  }

  async function drawNext(drawing: Drawing): Promise<void> {
    const { claim } = drawing
    try {
      const [place, found] = await Promise.all([findPlace(claim.place), deps.bestModel()])
      if (!place?.drawn) return await endRedraw(db, claim, 'failed')
      if (!found) return await endRedraw(db, claim, 'passing')
      const image = await drawInTime(place, found, drawing)
      if (stopped) return await endRedraw(db, claim, 'stopped')
      if (image === null) return await endRedraw(db, claim, 'failed')
      const alt = await describeDrawn(place)
      await saveRedraw(db, claim, { image, model: found.model.name, ...(alt && { alt }) })
    } catch (error) {
      log.warn({ err: error, place: claim.place }, 'an image of the site could not be drawn again')
      await endRedraw(db, claim, stopped ? 'stopped' : mayPass(error) ? 'passing' : 'failed')
    }
  }

  return {
    async sweep(group) {
      if (stopped) return
      if (running) {
        // Somebody chose another image, or another process took this one for ended and draws it.
        const drawing = running
        const isWanted = await noteDrawing(db, drawing.claim)
        if (!isWanted && running === drawing) await cancel(drawing)
        return
      }
      const claim = await claimRedraw(db, group)
      if (claim === null) return
      if (stopped) return endRedraw(db, claim, 'stopped')
      const drawing: Drawing = {
        claim,
        isOver: false,
        cancel: async () => undefined,
        ended: Promise.resolve(),
      }
      running = drawing
      const { place } = claim
      drawing.ended = drawNext(drawing)
        .catch((error: unknown) => log.error({ err: error, place }, 'an image could not be kept'))
        .finally(() => (running = null))
    },
    async stop() {
      stopped = true
      if (!running) return
      await cancel(running)
      await running.ended
    },
  }
}
