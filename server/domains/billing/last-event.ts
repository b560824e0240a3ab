import type { Reader } from '#server/platform/db/index.ts'

/** When a payment provider's newest event arrived here, signed as it should be; null: none has. */
export async function lastEventAt(reader: Reader, provider: string): Promise<Date | null> {
  const { at } = await reader
    .selectFrom('provider_events')
    .select((eb) => eb.fn.max('received_at').as('at'))
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow()
  return at
}

/** When the oldest event was received that is still to be worked on; null: none is. */
export async function oldestWaitingEvent(reader: Reader): Promise<Date | null> {
  const row = await reader
    .selectFrom('provider_events')
    .select((eb) => eb.fn.min('received_at').as('oldest'))
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return row?.oldest ?? null
}
