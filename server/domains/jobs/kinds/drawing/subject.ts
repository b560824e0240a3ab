import { SUBJECT } from '#contract/jobs/pack-shot.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { OwnLora, ResolveContext } from '../kind.ts'

/** @throws {AppError} `invalid` for a training that is none of the sender's, or cannot be a subject */
export async function requireSubject(
  { findTraining }: ResolveContext,
  training: string,
): Promise<OwnLora> {
  const subject = await findTraining(training)
  if (!subject)
    throw invalidField('training', 'There is no such model of yours, or it was deleted.')
  if (subject.kind === 'style')
    throw invalidField('training', 'A style is no subject. Choose a person, a pet or an object.')
  return subject
}

const NAMES = { person: 'a person', pet: 'a pet', object: 'an object' } as const

/** The words as they are drawn. @throws {AppError} `invalid` */
export function nameSubject(prompt: string, subject: OwnLora | null): string {
  const named = prompt.includes(SUBJECT)
  if (subject && !named)
    throw invalidField('prompt', `Ensure the prompt says where the subject is: ${SUBJECT}.`)
  if (!subject && named)
    throw new AppError('invalid', 'A subject without a training', {
      fields: { training: ['Choose one of your trained models.'] },
    })
  if (!subject || subject.kind === 'style') return prompt
  return prompt.replaceAll(SUBJECT, NAMES[subject.kind])
}
