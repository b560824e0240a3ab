import type { Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { isTakenDown } from '../reports/standing-takedowns.ts'

/** @throws {AppError} `conflict` for a model that a decision of the staff keeps away */
export async function requireNotTakenDown(tx: Tx, model: string): Promise<void> {
  if (await isTakenDown(tx, model)) throw userError('conflict', t('community.modelHidden'))
}
