import type { PackDetail } from '#contract/packs.ts'
import { SUBJECT } from '#contract/values/jobs/pack-shot.ts'
import type { PacksTexts } from '../texts.ts'

/**
 * Returns the prompt of a shot as people read it: whom it shows in the place of the subject.
 * @param subject `none` where it is not known whom the pack shows
 */
export function shotWords(
  t: PacksTexts,
  prompt: string,
  subject: PackDetail['subject'] = 'none',
): string {
  const words = prompt.replaceAll(SUBJECT, t(`word.${subject}`))
  return words.charAt(0).toUpperCase() + words.slice(1)
}
