import { sql } from 'kysely'
import { transact } from '#server/platform/db/index.ts'
import type { StudiosDeps } from '../deps.ts'

/**
 * Adds what an attempt at a training cost. What is followed again after a restart tells its whole price again: of each operation the
 * last price counts.
 * @param operation that was followed
 * @param costMicros millionths of a US dollar; null: its provider names no price
 */
export async function recordTrainingCost(
  { db, recordCost }: Pick<StudiosDeps, 'db' | 'recordCost'>,
  {
    id,
    operation,
    engineMs,
    costMicros,
  }: { id: string; operation: string | null; engineMs: number; costMicros: number | null },
): Promise<void> {
  await transact(db, async (tx) => {
    const row = await tx
      .selectFrom('lora_trainings')
      .select(['engine', 'operation', 'engine_cost'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return
    const kept = row.operation !== null && row.operation.id === operation ? row.operation : null
    const added = costMicros === null ? 0 : Math.max(0, costMicros - (kept?.cost ?? 0))
    await tx
      .updateTable('lora_trainings')
      .set({
        engine_ms: sql<number>`coalesce(engine_ms, 0) + ${Math.round(engineMs)}`,
        ...(costMicros !== null && { engine_cost: (row.engine_cost ?? 0) + added }),
        ...(costMicros !== null &&
          kept && { operation: JSON.stringify({ ...kept, cost: (kept.cost ?? 0) + added }) }),
      })
      .where('id', '=', id)
      .execute()
    if (added > 0) await recordCost(tx, row.engine, added)
  })
}
