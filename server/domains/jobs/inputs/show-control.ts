import type { Answer } from '#contract/endpoint.ts'
import type { generationServers } from '#contract/generation-servers.ts'
import type { MapKind } from '#contract/jobs/drawing.ts'
import { controlFeature, LIMITS } from '#contract/values/jobs/drawing.ts'
import { EngineError, type EngineRegistry } from '#server/engines/spec/index.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import sharp from 'sharp'
import { chooseModel } from '../models/choose-model.ts'
import { findInput, type InputDeps } from './find-inputs.ts'

export interface ControlDeps extends InputDeps {
  engines: EngineRegistry
}

/** What is looked at. */
export interface ShownControl {
  model?: string | undefined
  kind: MapKind
  image: string
}

export type ControlViewer = (
  userId: string,
  control: ShownControl,
) => Promise<Answer<typeof generationServers.showControl>>

/** The page waits no longer: what is looked at may stand in a server's line behind drawings. */
const WITHIN_MS = 40_000
/** Pixels on the longer side of what is shown. */
const MOST_EDGE = 768

/** What one person waits for. */
interface Line {
  waiting: number
  last: Promise<unknown>
}

/**
 * Shows what a control would follow in an image. It is free, so the images of one person are looked at one after the other, and no
 * more of them wait than lead a drawing.
 * @throws {AppError} `invalid`, `throttled`, `unavailable`
 */
export function createControlViewer(deps: ControlDeps): ControlViewer {
  const lines = new Map<string, Line>()
  return async (userId, control) => {
    const line = lines.get(userId) ?? { waiting: 0, last: Promise.resolve() }
    if (line.waiting >= LIMITS.controls) {
      throw new AppError(
        'throttled',
        `${LIMITS.controls} controls are shown to one person already`,
        {
          userMessage: t('jobs.stillProcessing'),
          retryAfterSeconds: 3,
        },
      )
    }
    lines.set(userId, line)
    line.waiting += 1
    const signal = AbortSignal.timeout(WITHIN_MS)
    const shown = line.last.then(() => look(deps, userId, control, signal))
    line.last = shown.catch(() => undefined)
    try {
      return await shown
    } finally {
      line.waiting -= 1
      if (line.waiting === 0) lines.delete(userId)
    }
  }
}

async function look(
  deps: ControlDeps,
  userId: string,
  { model: wanted, kind, image: id }: ShownControl,
  signal: AbortSignal,
): ReturnType<ControlViewer> {
  const { image, model } = await chooseModel(deps.engines, wanted)
  if (!image.showControl || !model.features.includes(controlFeature(kind)))
    throw invalidField('kind', t('common.notWithModel'))
  const input = { field: 'image', id, uploadsOnly: false }
  const picture = await findInput(deps, deps.db, userId, input)
  const file = picture && (await deps.media.readPicture(picture.storageKey))
  if (!file) throw invalidField('image', t('common.noSuchImage'))
  try {
    const map = await image.showControl(model.id, { kind, image: file }, signal)
    return { image: await toDataUrl(map) }
  } catch (error) {
    if (error instanceof EngineError && error.code === 'unsupported')
      throw invalidField('kind', error.userMessage)
    throw new AppError('unavailable', `No control is shown: ${(error as Error).message}`, {
      userMessage: t('jobs.previewBusy'),
      retryAfterSeconds: 10,
      cause: error,
    })
  }
}

async function toDataUrl(map: Uint8Array): Promise<string> {
  const webp = await sharp(map)
    .resize(MOST_EDGE, MOST_EDGE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
  return `data:image/webp;base64,${webp.toString('base64')}`
}
