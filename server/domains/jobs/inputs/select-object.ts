import type { Answer, Parsed } from '#contract/endpoint.ts'
import type { uploadedImages } from '#contract/uploaded-images.ts'
import type { Media } from '#server/domains/media/index.ts'
import { EngineError, type EngineRegistry, type ToolEngine } from '#server/engines/spec/index.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import { createWorkBudget } from '#server/platform/work-budget.ts'
import { t } from '#server/texts/index.ts'
import type { InputDeps } from './find-inputs.ts'

/** Of the networks, for one person: looks at some ten photos, or hundreds of objects in one. */
const MS_A_MINUTE = 20_000
/** Of one person at once; who waits for the answer presses no further. */
const AT_ONCE = 2

type Places = Parsed<typeof uploadedImages.select, 'body'>['points']

export type ObjectSelection = (
  userId: string,
  id: string,
  points: Places,
) => Promise<Answer<typeof uploadedImages.select>>

/**
 * Selects what lies where somebody points in an own upload. It is free, so what it takes is counted: each person has so much time
 * of the networks a minute.
 * @throws {AppError} `not_found`, `invalid`, `throttled`, `unavailable`
 */
export function createObjectSelection({
  engines,
  media,
  uploads,
  db,
}: Pick<InputDeps, 'uploads' | 'db'> & {
  engines: EngineRegistry
  media: Media
}): ObjectSelection {
  const budget = createWorkBudget(MS_A_MINUTE)
  const asking = new Map<string, number>()

  async function requireSelector(): Promise<NonNullable<ToolEngine['select']>> {
    for (const { tool } of engines.list())
      if (tool?.select && (await tool.selects?.())) return tool.select.bind(tool)
    throw nothingSelects()
  }

  async function select(userId: string, storageKey: string, points: Places) {
    const ask = await requireSelector()
    const read = async (): Promise<Uint8Array> => {
      const file = await media.readPicture(storageKey)
      if (!file) throw notFound()
      return file
    }
    const places = points.map(({ x, y, part }) => ({ x, y, isPart: part }))
    try {
      const found = await ask({ key: storageKey, read }, places)
      if (!found) throw nothingSelects()
      // A file over the limit is found at the next press.
      await budget.spend(userId, Math.ceil(found.ms)).catch(() => undefined)
      const mask = Buffer.from(found.mask).toString('base64')
      return { mask: `data:image/png;base64,${mask}` }
    } catch (error) {
      throw error instanceof EngineError ? refusal(error) : error
    }
  }

  return async (userId, id, points) => {
    const upload = await uploads.find(db.kysely, userId, id)
    if (!upload) throw notFound()
    const others = asking.get(userId) ?? 0
    if (others >= AT_ONCE) {
      throw new AppError('throttled', `${AT_ONCE} selections of one person are open`, {
        userMessage: t('jobs.stillSelecting'),
        retryAfterSeconds: 2,
      })
    }
    asking.set(userId, others + 1)
    try {
      await budget.spend(userId, 1)
      return await select(userId, upload.storageKey, points)
    } finally {
      const left = (asking.get(userId) ?? 1) - 1
      if (left > 0) asking.set(userId, left)
      else asking.delete(userId)
    }
  }
}

function nothingSelects(): AppError {
  return new AppError('unavailable', 'No engine selects objects', {
    userMessage: t('jobs.useTheBrush'),
    retryAfterSeconds: 60,
  })
}

function refusal({ code, message, retryable, userMessage }: EngineError): AppError {
  if (!retryable && code === 'unsupported') return invalidField('id', userMessage)
  return new AppError('unavailable', `${code}: ${message}`, {
    userMessage: t('jobs.notSelectedNow'),
    retryAfterSeconds: 5,
  })
}
