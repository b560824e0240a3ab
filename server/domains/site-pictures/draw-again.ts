import { STYLES } from '#contract/styles.ts'
import { EngineError, type FoundImageModel, sampleRequestFor } from '#server/engines/spec/index.ts'
import { transact } from '#server/platform/db/index.ts'
import type { SitePicturesDeps } from './deps.ts'
import { cutTo, isEmpty } from './keep-file.ts'
import { findPlace, type Place } from './places.ts'
import { claimRedraw, endRedraw, noteDrawing, saveRedraw } from './want-redraws.ts'

/** Draws images of the site again, one at a time in all processes together. */
export interface PictureDrawer {
  /** For cron: draws the next one, if none is being drawn. */
  sweep(): Promise<void>
  /** Stops what is drawn, which another process begins anew. */
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

export function createPictureDrawer(deps: SitePicturesDeps): PictureDrawer {
  const { db, moderation, log } = deps
  let running: { place: string; ended: Promise<void>; cancel(): Promise<void> } | null = null
  let stopped = false

  /** Nobody pays for it, but a service may bill it. */
  async function noteCost({ engine }: FoundImageModel, cost = 0): Promise<void> {
    if (cost > 0) await transact(db, (tx) => deps.recordCost(tx, engine.name, cost))
  }

  /** @returns the file; null: nothing came, one even surface, or something that not everybody should see */
  async function draw(place: Place, found: FoundImageModel): Promise<Buffer | null> {
    const operation = await found.image.start(requestFor(place, found))
    if (running) running.cancel = () => found.image.cancel(operation)
    let file: Buffer | null = null
    const { costMicros } = await found.image.follow(operation, {
      onProgress: () => undefined,
      async onOutput({ data }) {
        file = Buffer.from(data)
      },
    })
    await noteCost(found, costMicros)
    if (file === null || stopped || (await isEmpty(file))) return null
    const { verdict } = await moderation.judgePicture(file)
    if (verdict !== 'clean') return null
    const sourceType = 'trainedAlgorithmicMedia' as const
    // People whom it draws could be taken for photographed ones (AI Act, article 50).
    const hasAiMark = found.model.features.includes('photo_person')
    return cutTo(place, { file, sourceType, hasAiMark })
  }

  async function drawNext(name: string): Promise<void> {
    const [place, found] = await Promise.all([findPlace(name), deps.bestModel()])
    if (!place?.drawn || !found) return endRedraw(db, name, 'failed')
    try {
      const image = await draw(place, found)
      if (stopped) return await endRedraw(db, name, 'wanted')
      if (image === null) return await endRedraw(db, name, 'failed')
      await saveRedraw(db, name, { image, model: found.model.name })
    } catch (error) {
      log.warn({ err: error, place: name }, 'an image of the site could not be drawn again')
      if (error instanceof EngineError) await noteCost(found, error.costMicros)
      await endRedraw(db, name, stopped ? 'wanted' : 'failed')
    }
  }

  return {
    async sweep() {
      if (stopped) return
      if (running) return noteDrawing(db, running.place)
      const place = await claimRedraw(db)
      if (place === null) return
      running = { place, ended: Promise.resolve(), cancel: async () => undefined }
      running.ended = drawNext(place)
        .catch((error: unknown) => log.error({ err: error, place }, 'an image could not be kept'))
        .finally(() => (running = null))
    },
    async stop() {
      stopped = true
      await running?.cancel().catch(() => undefined)
      await running?.ended
    },
  }
}
