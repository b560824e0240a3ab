import type { Text, Value } from '#lib/text.ts'
import type { TextKey } from './text-key.ts'

export type { Said, Text, Value } from '#lib/text.ts'

export const isText = (value: unknown): value is Text =>
  typeof value === 'object' && value !== null && 'key' in value && typeof value.key === 'string'

/**
 * Names a text of `messages/en/<feature>.json`: `t('prompts.tooManyPresets', { most })`. What stands there and which values it
 * takes is checked by scripts/words.
 */
export const t = (key: TextKey, values?: Readonly<Record<string, Value>>): Text =>
  values === undefined ? { key } : { key, values }
