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
