import { SITE_PICTURE_ALT_MAX } from '#contract/values/admin-site-pictures.ts'
import { ApiError } from '#web/lib/api.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'

/** Returns what an image may be described by: its own description, or as much of its prompt as fits. */
export const suggestAlt = ({ alt, prompt }: Pick<PredictionImage, 'alt' | 'prompt'>): string =>
  (alt || (prompt ?? ''))
    .trim()
    .slice(0, SITE_PICTURE_ALT_MAX)
    // Half of a character is refused.
    .replace(/[\uD800-\uDBFF]$/, '')

/** Returns what the server says about each of the two descriptions, which it answers as one field. */
export function altErrorsOf(error: unknown): { en?: string; es?: string } {
  if (!(error instanceof ApiError) || error.status !== 400) return {}
  const { alt = [] } = (error.body ?? {}) as { alt?: string[] }
  const found: { en?: string; es?: string } = {}
  for (const message of alt) {
    const [, language = 'en', text = message] = /^(en|es): (.+)$/s.exec(message) ?? []
    found[language as 'en' | 'es'] ??= text
  }
  return found
}
