import { STUDIO_STATEMENTS } from '#contract/studio-statements.ts'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/index.ts'
import type { StudiosDeps } from './deps.ts'
import { endShares } from './sharing/end-shares.ts'

/**
 * Has own studios show their owner's child from now on, by the owner's statement: their models are nobody else's any more.
 * @returns what requests name these studios and their models by, and the accounts that used a model of them
 */
export async function hideChildren(
  deps: StudiosDeps,
  tx: Tx,
  userId: string,
  ids: readonly string[],
): Promise<{ names: string[]; guests: string[] }> {
  const rows = await tx
    .updateTable('lora_trainings')
    .set({
      consent_subject: 'child',
      consent_text: STUDIO_STATEMENTS.texts.child,
      consent_version: STUDIO_STATEMENTS.version,
      consent_at: sql<Date>`now()`,
      // A public studio is the staff's; it is public no more.
      training_type: sql`case training_type when 'Showcase' then 'General' else training_type end`,
    })
    .where('id', 'in', [...ids])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .execute()
  for (const row of rows) await endShares(deps, tx, row, { by: 'owner' })
  const names = rows.flatMap(({ id, created_model_version: model }) =>
    model === null ? [id] : [id, model],
  )
  const guests = await tx
    .selectFrom('model_shares')
    .select('guest_id')
    .distinct()
    .where('lora_training_id', 'in', [...ids])
    .where('user_id', '=', userId)
    .where('guest_id', 'is not', null)
    .$narrowType<{ guest_id: string }>()
    .execute()
  return { names, guests: guests.map(({ guest_id: guest }) => guest) }
}
