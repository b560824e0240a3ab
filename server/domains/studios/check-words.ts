import type { LoraTraining } from '#contract/lora-trainings.ts'
import { invalidField } from '#server/platform/errors.ts'
import { isStorableText } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { StudiosDeps } from './deps.ts'

/**
 * What a studio is named, and what is said of its photos: a model learns these words, and its samples are drawn from them.
 * @param kind what the studio shows
 * @throws {AppError} `invalid` naming the field
 */
export async function requireWords(
  { moderation }: Pick<StudiosDeps, 'moderation'>,
  kind: LoraTraining['object_type'],
  field: 'project_name' | 'caption',
  text: string,
): Promise<void> {
  if (!isStorableText(text)) throw invalidField(field, t('common.noNullCharacters'))
  const verdict = await moderation.checkPrompt(text)
  if (!verdict.allowed) throw invalidField(field, verdict.message)
  const ofPerson = kind === 'person' ? await moderation.checkLikeness(text) : verdict
  if (!ofPerson.allowed) throw invalidField(field, ofPerson.message)
}
