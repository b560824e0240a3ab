import type { FaceConsents } from './deps.ts'
import type { TrainingRow } from './store.ts'

/** Whether faces may be compared for a studio: its owner wants that, and agreed to it. */
export async function mayCompare(
  consents: Pick<FaceConsents, 'has'>,
  { user_id: userId, checks_likeness: isWanted }: Pick<TrainingRow, 'user_id' | 'checks_likeness'>,
): Promise<boolean> {
  return isWanted && (await consents.has(userId, 'faces'))
}
