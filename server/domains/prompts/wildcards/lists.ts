import { sql } from 'kysely'
import type { WildcardList, WildcardListDetail } from '#contract/wildcards.ts'
import { WILDCARD_LIMITS } from '#contract/values/wildcards.ts'
import { type Db, isTaken, transact } from '#server/platform/db/index.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import { isId, isStorableText } from '#server/platform/storable-text.ts'
import { runInThread } from '#lib/threads.ts'
import { t } from '#server/texts/index.ts'
import readList, { type ListRead, type ListReading } from './list-thread.ts'

interface Deps {
  db: Db
}

const SUMMARY = ['id', 'name', 'lines', 'changed_at'] as const
const DETAIL = [...SUMMARY, 'text'] as const

const shown = <Row extends { changed_at: Date }>(row: Row) => ({
  ...row,
  changed_at: row.changed_at.toISOString(),
})

/** One's own, by name. */
export async function listWildcards({ db }: Deps, userId: string): Promise<WildcardList[]> {
  const rows = await db.kysely
    .selectFrom('wildcard_lists')
    .select(SUMMARY)
    .where('user_id', '=', userId)
    .orderBy('name')
    .execute()
  return rows.map(shown)
}

/** @throws {AppError} `not_found` */
export async function readWildcard(
  { db }: Deps,
  userId: string,
  id: string,
): Promise<WildcardListDetail> {
  const row =
    isId(id) &&
    (await db.kysely
      .selectFrom('wildcard_lists')
      .select(DETAIL)
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst())
  if (!row) throw notFound()
  return shown(row)
}

/** With all that is in them, one after the other. */
export async function* wildcardsOf(
  deps: Deps,
  userId: string,
): AsyncGenerator<WildcardListDetail, void> {
  for (const { id } of await listWildcards(deps, userId)) yield await readWildcard(deps, userId, id)
}

const NAME_TAKEN = t('prompts.listNameTaken')

/** @throws {AppError} `invalid` for a name that is taken or lines that cannot be drawn from, `conflict` beyond the limit */
export async function createWildcard(
  deps: Deps,
  userId: string,
  { name, text }: { name: string; text: string },
): Promise<WildcardListDetail> {
  const { lines, drawsFrom } = await readText(text)
  const rows = await transact(deps.db, async (tx) => {
    // Of two at once the second one counts the first.
    await sql`select pg_advisory_xact_lock(hashtext('wildcards'), hashtext(${userId}))`.execute(tx)
    const inserted = await sql<{ id: string }>`
    insert into wildcard_lists (user_id, name, text, lines, draws_from)
    select ${userId}, ${name}, ${text}, ${lines}::integer, ${drawsFrom}::jsonb
    where (select count(*) from wildcard_lists where user_id = ${userId}) < ${WILDCARD_LIMITS.lists}
    on conflict (user_id, name) do nothing
    returning id`.execute(tx)
    return inserted.rows
  })
  if (rows[0]) return readWildcard(deps, userId, rows[0].id)
  const own = await listWildcards(deps, userId)
  if (own.length < WILDCARD_LIMITS.lists) throw invalidField('name', NAME_TAKEN)
  throw new AppError('conflict', `${userId} has ${own.length} lists`, {
    userMessage: t('prompts.tooManyLists', { count: WILDCARD_LIMITS.lists }),
  })
}

/** @throws {AppError} as {@link createWildcard}; `not_found` */
export async function changeWildcard(
  deps: Deps,
  userId: string,
  { id, name, text }: { id: string; name?: string | undefined; text?: string | undefined },
): Promise<WildcardListDetail> {
  if (!isId(id)) throw notFound()
  const read = text === undefined ? null : { text, ...(await readText(text)) }
  try {
    await deps.db.kysely
      .updateTable('wildcard_lists')
      .set({
        ...(name !== undefined && { name }),
        ...(read && { text: read.text, lines: read.lines, draws_from: read.drawsFrom }),
        changed_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .execute()
  } catch (error) {
    throw isTaken(error) ? invalidField('name', NAME_TAKEN) : error
  }
  return readWildcard(deps, userId, id)
}

/** @throws {AppError} `not_found` */
export async function removeWildcard({ db }: Deps, userId: string, id: string): Promise<void> {
  const removed =
    isId(id) &&
    (await db.kysely
      .deleteFrom('wildcard_lists')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst())
  if (!removed) throw notFound()
}

/** To send a shorter one to a thread takes longer than to read it. */
const READ_HERE = 20_000

const THREAD = new URL('list-thread.ts', import.meta.url)

/** Whether every line of a list can be drawn from, and which lists they draw from in turn. */
async function readText(text: string): Promise<ListRead> {
  if (!isStorableText(text)) throw invalidField('text', t('prompts.textNotKept'))
  if (Buffer.byteLength(text) > WILDCARD_LIMITS.bytes)
    throw invalidField('text', t('prompts.listTooLarge'))
  const read =
    text.length > READ_HERE ? await runInThread<ListReading>(THREAD, text) : readList(text)
  if ('refusal' in read) throw invalidField('text', read.refusal)
  return read
}
