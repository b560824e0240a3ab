import { sql } from 'kysely'
import type { UnsaidQuote } from '#contract/quotes.ts'
import type { Credits } from '#server/domains/credits/index.ts'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import { inEnglish, t } from '#server/texts/index.ts'

const QUOTE_MINUTES = 10
const CURRENCY = 'usd'

/** What a plan offers for a price. */
export interface Offer extends Partial<
  Pick<
    UnsaidQuote,
    | 'warnings'
    | 'understood'
    | 'unknown'
    | 'left_out'
    | 'same_styles'
    | 'draws'
    | 'model'
    | 'photos_go_to'
  >
> {
  /** In the order in which they are redeemed; one for each job. */
  lines: UnsaidQuote['lines']
  /** Cents, of what is paid in money. */
  cents?: number
  /** How many of the images would carry the watermark; left out: none. */
  marked?(tx: Tx): Promise<number>
  /** Equal lines are shown as one. */
  joinsLines?: boolean
}

/** Fixes the highest price of a request for ten minutes; reserves nothing. */
export async function quoteOrder(
  { db, credits }: { db: Db; credits: Pick<Credits, 'balance'> },
  userId: string,
  requestHash: Buffer,
  { lines, cents, marked: countMarked, joinsLines = false, ...shown }: Offer,
): Promise<UnsaidQuote> {
  const cost = lines.reduce((sum, { amount }) => sum + amount, 0)
  return transact(db, async (tx) => {
    const { balance } = await credits.balance(tx, userId)
    const marked = (await countMarked?.(tx)) ?? 0
    const row = await tx
      .insertInto('quotes')
      .values({
        user_id: userId,
        request_hash: requestHash,
        cost,
        lines: JSON.stringify(lines.map((line) => ({ ...line, label: inEnglish(line.label) }))),
        marked,
        cents: cents ?? null,
        created_at: sql`money_now()`,
        expires_at: sql`money_now() + make_interval(mins => ${QUOTE_MINUTES})`,
      })
      .returning(['id', 'expires_at'])
      .executeTakeFirstOrThrow()
    return {
      id: row.id,
      cost,
      lines: joinsLines ? joinLines(lines) : lines,
      money: cents === undefined ? null : { amount: cents, currency: CURRENCY },
      marked,
      warnings: [],
      understood: [],
      unknown: [],
      left_out: [],
      same_styles: [],
      draws: null,
      model: null,
      photos_go_to: [],
      ...shown,
      balance,
      enough: balance >= cost,
      expires_at: row.expires_at.toISOString(),
    }
  })
}

/** Equal lines as one: `3 x Background removal`. */
function joinLines(lines: UnsaidQuote['lines']): UnsaidQuote['lines'] {
  const groups = Map.groupBy(lines, ({ label, amount }) => `${amount} ${inEnglish(label)}`)
  return [...groups.values()].map((group) => {
    const { label, amount } = group[0]!
    const count = group.length
    return {
      label: count === 1 ? label : t('prices.severalOf', { count, said: label }),
      amount: amount * count,
    }
  })
}
