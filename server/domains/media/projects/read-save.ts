import { AppError, userError } from '#server/platform/errors.ts'
import { runInThread } from '#lib/threads.ts'
import type { WorkBudget } from '#server/platform/work-budget.ts'
import { t } from '#server/texts/index.ts'
import type { ReadSave, SaveBody } from './save-thread.ts'

const THREAD = new URL('save-thread.ts', import.meta.url)

/** Reads saves of each person within what they may have read in a minute. */
export const readWithin =
  (budget: WorkBudget) =>
  async (text: string, userId: string | null): Promise<SaveBody> => {
    if (userId !== null) await budget.spend(userId, text.length)
    return readSave(text)
  }

/**
 * Reads what a save sends. A document is up to 4 MB of strokes, which take a fifth of a second to check.
 * @throws {AppError} `invalid`
 */
async function readSave(text: string): Promise<SaveBody> {
  const read = await runInThread<ReadSave>(THREAD, text)
  if ('body' in read) return read.body
  if (read.fields === null) throw userError('invalid', t('common.jsonError'))
  throw new AppError('invalid', 'This document does not fit', { fields: read.fields })
}
