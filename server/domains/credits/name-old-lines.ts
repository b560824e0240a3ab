import { sql } from 'kysely'
import type { Db } from '#server/platform/db/index.ts'
import { asText, isText } from '#server/texts/index.ts'

const BATCH = 2000

/**
 * Gives lines of the statement that have an English sentence alone the text that it was made of: lines from before texts, and those of
 * processes of the version before, which may still run. A sentence that is none of ours stays one. Safe to repeat, and to stop.
 * @returns how many lines it looked at
 */
export async function nameOldLines(db: Db, batch = BATCH): Promise<number> {
  let count = 0
  for (;;) {
    const named = await nameBatch(db, batch)
    count += named
    if (named < batch) return count
  }
}

/** One batch of {@link nameOldLines}. */
export async function nameBatch({ kysely }: Db, batch: number): Promise<number> {
  const rows = await kysely
    .selectFrom('credit_entries')
    .select(['id', 'text'])
    .where('said', 'is', null)
    .orderBy('id')
    .limit(batch)
    .execute()
  if (rows.length === 0) return 0
  const found = rows.map(({ id, text }) => {
    const said = asText(text)
    return { id, said: isText(said) ? said : null }
  })
  await sql`
    update credit_entries entry set said = coalesce(found.said, 'null')
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found (id bigint, said jsonb)
    where entry.id = found.id and entry.said is null`.execute(kysely)
  return rows.length
}
