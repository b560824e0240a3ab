import { sql } from 'kysely'
import { PAST_PROMPT_LIMITS, type PastPrompt } from '#contract/past-prompts.ts'
import { type Db, transact } from '#server/platform/db/index.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { jobs, PROMPT_TYPES } from '#server/domains/jobs/index.ts'
import { t } from '#server/texts/index.ts'

interface Deps {
  db: Db
}

const { prompts: MOST, pins: MOST_PINS, jobs: MOST_JOBS } = PAST_PROMPT_LIMITS

/** Lists prompts as they were written, each once: pinned ones, then the latest. */
export async function listPastPrompts({ db }: Deps, userId: string): Promise<PastPrompt[]> {
  const { rows } = await sql<Omit<PastPrompt, 'used_at'> & { used_at: Date | null }>`
    with recent as (
      select coalesce(template ->> 'prompt', parameters ->> 'prompt') as prompt, created_at
      from ${jobs} job
      where user_id = ${userId} and type = any(${PROMPT_TYPES}) and status <> 'B'
      order by id desc
      limit ${MOST_JOBS}
    ), used as (
      select prompt, sha256(convert_to(${userId} || ' ' || prompt, 'UTF8')) as hash, max(created_at) as used_at
      from recent
      where prompt <> ''
      group by prompt
    ), marks as (
      select * from prompt_marks where user_id = ${userId}
    )
    select encode(coalesce(used.hash, marks.hash), 'hex') as id,
      coalesce(used.prompt, marks.prompt) as prompt,
      pinned_at is not null and hidden_at is null as pinned,
      used_at
    from used full join marks on marks.hash = used.hash
    where coalesce(used.prompt, marks.prompt) is not null
      and (hidden_at is null or used_at > hidden_at)
    order by 3 desc, pinned_at desc nulls last, used_at desc nulls last
    limit ${MOST}`.execute(db.kysely)
  return rows.map(({ used_at: usedAt, ...row }) => ({
    ...row,
    used_at: usedAt?.toISOString() ?? null,
  }))
}

/** Those that outlive their jobs. */
export async function* pinnedPromptsOf(deps: Deps, userId: string): AsyncGenerator<string, void> {
  for (const { pinned, prompt } of await listPastPrompts(deps, userId)) if (pinned) yield prompt
}

/** @throws {AppError} `not_found` */
async function find(deps: Deps, userId: string, id: string): Promise<PastPrompt> {
  const found = (await listPastPrompts(deps, userId)).find((one) => one.id === id)
  if (!found) throw notFound()
  return found
}

/** @throws {AppError} `not_found`; `conflict` beyond the limit */
export async function pinPrompt(
  deps: Deps,
  userId: string,
  { id, pinned }: { id: string; pinned: boolean },
): Promise<PastPrompt> {
  const found = await find(deps, userId, id)
  const hash = Buffer.from(id, 'hex')
  await transact(deps.db, async (tx) => {
    // Of two at once the second one counts the first.
    await sql`select pg_advisory_xact_lock(hashtext('prompt_marks'), hashtext(${userId}))`.execute(
      tx,
    )
    if (!pinned) {
      await tx
        .deleteFrom('prompt_marks')
        .where('user_id', '=', userId)
        .where('hash', '=', hash)
        .execute()
      return
    }
    const { count } = await tx
      .selectFrom('prompt_marks')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('user_id', '=', userId)
      .where('pinned_at', 'is not', null)
      .where('hash', '<>', hash)
      .executeTakeFirstOrThrow()
    if (count >= MOST_PINS)
      throw new AppError('conflict', `${userId} has ${count} pinned prompts`, {
        userMessage: t('prompts.tooManyPins', { count: MOST_PINS }),
      })
    await sql`
      insert into prompt_marks (user_id, hash, prompt, pinned_at)
      values (${userId}, ${hash}, ${found.prompt}, now())
      on conflict (user_id, hash) do update
        set prompt = excluded.prompt, pinned_at = now(), hidden_at = null`.execute(tx)
  })
  return { ...found, pinned }
}

/** Hides a prompt; it can be brought back, for an hour with its pin. @throws {AppError} `not_found` */
export async function hidePrompt(deps: Deps, userId: string, id: string): Promise<void> {
  await find(deps, userId, id)
  await sql`
    insert into prompt_marks (user_id, hash, hidden_at)
    values (${userId}, ${Buffer.from(id, 'hex')}, now())
    on conflict (user_id, hash) do update set hidden_at = now()`.execute(deps.db.kysely)
}

/** @throws {AppError} `not_found` for one that was never left out */
export async function restorePrompt({ db }: Deps, userId: string, id: string): Promise<void> {
  const restored =
    /^[\da-f]{64}$/.test(id) &&
    (await db.kysely
      .updateTable('prompt_marks')
      .set({ hidden_at: null })
      .where('user_id', '=', userId)
      .where('hash', '=', Buffer.from(id, 'hex'))
      .returning('hash')
      .executeTakeFirst())
  if (!restored) throw notFound()
}

/** Forgets the words of pinned prompts that were left out an hour ago. */
export async function sweepPastPrompts({ db }: Deps): Promise<void> {
  await db.kysely
    .updateTable('prompt_marks')
    .set({ prompt: null, pinned_at: null })
    .where('prompt', 'is not', null)
    .where('hidden_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
}
