import { SUBJECT } from '#contract/values/jobs/pack-shot.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { OwnLora, ResolveContext } from '../../kind.ts'

/** @throws {AppError} `invalid` for a training that is none of the sender's, or cannot be a subject */
export async function requireSubject(
  { findTraining }: ResolveContext,
  training: string,
): Promise<OwnLora> {
  const subject = await findTraining(training)
  if (!subject) throw invalidField('training', t('common.noSuchTrainedModel'))
  if (subject.kind === 'style') throw invalidField('training', t('jobs.styleIsNoSubject'))
  return subject
}

const NAMES = { person: 'a person', pet: 'a pet', object: 'an object' } as const

/** The words as they are drawn. @throws {AppError} `invalid` */
export function nameSubject(prompt: string, subject: OwnLora | null): string {
  const named = prompt.includes(SUBJECT)
  if (subject && !named) throw invalidField('prompt', t('jobs.sayWhereSubject', { mark: SUBJECT }))
  if (!subject && named)
    throw new AppError('invalid', 'A subject without a training', {
      fields: { training: [t('common.chooseTrainedModel')] },
    })
  if (!subject || subject.kind === 'style') return prompt
  return prompt.replaceAll(SUBJECT, NAMES[subject.kind])
}
