import type { LoraTraining } from '#contract/lora-trainings.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { TrainingRow } from './store.ts'

export type ConsentAnswer = Pick<LoraTraining['consent'], 'answer' | 'expires_at'>

/** The studio whose link holds for one: of a free second training that is the first. */
export const askedFor = ({ id, retrain_of: first }: Pick<TrainingRow, 'id' | 'retrain_of'>) =>
  first ?? id

/** How the people in the photos of these studios answered; those that wait for nobody are left out. */
export async function answersOf(
  reader: Reader,
  rows: readonly TrainingRow[],
): Promise<Map<string, ConsentAnswer>> {
  const asking = rows.filter(({ needs_consent: needs }) => needs)
  if (asking.length === 0) return new Map()
  const links = await reader
    .selectFrom('consent_links')
    .select(['lora_training_id', 'answer', 'expires_at'])
    .where('lora_training_id', 'in', asking.map(askedFor))
    .execute()
  const byTraining = new Map(links.map((link) => [link.lora_training_id, link]))
  return new Map(
    asking.map((row): [string, ConsentAnswer] => {
      const link = byTraining.get(askedFor(row))
      if (!link) return [row.id, { answer: 'none', expires_at: null }]
      const isOver = link.expires_at.getTime() <= Date.now()
      // One who withdrew had the studio deleted: what is left of it counts as declined.
      const given = link.answer === 'withdrawn' ? 'declined' : link.answer
      return [
        row.id,
        {
          answer: given ?? (isOver ? 'expired' : 'open'),
          expires_at: link.expires_at.toISOString(),
        },
      ]
    }),
  )
}

/**
 * Asked under the lock of the studio: whoever withdraws deletes it under the same lock, so a start comes wholly before or is refused.
 * @throws {AppError} `conflict` while the person in the photos has not agreed
 */
export async function requireConsent(reader: Reader, training: TrainingRow): Promise<void> {
  const answer = (await answersOf(reader, [training])).get(training.id)
  if (!answer || answer.answer === 'agreed') return
  throw userError(
    'conflict',
    answer.answer === 'declined' ? t('studios.personDeclined') : t('studios.personNotAgreed'),
  )
}
