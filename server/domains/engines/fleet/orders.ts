import type { EngineOrder, OrderedWork } from '#server/engines/spec/index.ts'
import type { Reader, Tx } from '#server/platform/db/index.ts'
import { tellAll } from './states.ts'

/** What administrators have said of who does what. */
export async function readOrders(from: Reader): Promise<Map<OrderedWork, EngineOrder>> {
  const rows = await from.selectFrom('engine_orders').selectAll().execute()
  return new Map(rows.map(({ work, ...order }) => [work, order]))
}

/** Says who does a piece of work, for all processes at once; null: nothing is said any more. */
export async function saveOrder(
  tx: Tx,
  work: OrderedWork,
  order: EngineOrder | null,
): Promise<void> {
  if (order === null) {
    await tx.deleteFrom('engine_orders').where('work', '=', work).execute()
  } else {
    const values = { mode: order.mode, engines: [...order.engines] }
    await tx
      .insertInto('engine_orders')
      .values({ work, ...values })
      .onConflict((conflict) => conflict.column('work').doUpdateSet(values))
      .execute()
  }
  await tellAll(tx)
}
