import { t } from '#server/texts/index.ts'
import { userError } from './errors.ts'

/**
 * Refuses to write over what somebody else changed since it was read. To be called under the lock of what is written.
 * @param changedAt when it was last changed; null or undefined: never
 * @param seen the same as it was read; undefined: any will do
 * @throws {AppError} `conflict`
 */
export function requireUnchanged(
  changedAt: Date | null | undefined,
  seen: string | null | undefined,
): void {
  if (seen === undefined) return
  const read = seen === null ? undefined : Date.parse(seen)
  if (changedAt?.getTime() !== read) throw userError('conflict', t('common.changedMeanwhile'))
}
