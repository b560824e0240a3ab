import type { AgeStatement, StatedPerson } from '#contract/age-statements.ts'
import { AGE_STATEMENTS } from '#contract/values/age-statements.ts'
import { type Db, type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { invalidField, userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'

export interface AgeStatementsDeps {
  db: Db
  /** Those of these photos, images and studios that this person may use. */
  usableOf(reader: Reader, userId: string, ids: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Takes back whatever was published or shared of what shows a child, in the transaction that states it.
   * @returns what is left to do after the commit
   */
  onChild(tx: Tx, userId: string, ids: readonly string[]): Promise<() => Promise<void>>
}

interface Stated {
  about: readonly string[]
  person: StatedPerson
  version: string
}

/**
 * Keeps what somebody states about the people in photos. That it is a child cannot be taken back: what was made of it since would
 * become public by one more click.
 * @throws {AppError} `invalid` for an earlier version and for what the person may not use; `conflict` for an adult who was stated to
 * be a child
 */
export async function stateAges(
  { db, usableOf, onChild }: AgeStatementsDeps,
  userId: string,
  { about, person, version }: Stated,
): Promise<AgeStatement[]> {
  if (version !== AGE_STATEMENTS.version) throw invalidField('version', t('consents.textChanged'))
  const ids = [...new Set(about)]
  const usable = await usableOf(db.kysely, userId, ids)
  if (ids.some((id) => !usable.has(id))) throw invalidField('about', t('common.noSuchImage'))
  const finish = await transact(db, async (tx) => {
    const rows = await tx
      .insertInto('age_statements')
      .values(
        ids.map((id) => ({
          user_id: userId,
          about: id,
          person,
          version,
          text: AGE_STATEMENTS.texts[person],
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'about'])
          .doUpdateSet((row) => ({
            person: row.ref('excluded.person'),
            version: row.ref('excluded.version'),
            text: row.ref('excluded.text'),
            stated_at: row.ref('excluded.stated_at'),
          }))
          .where('age_statements.person', '<>', 'own_child' satisfies StatedPerson),
      )
      .returningAll()
      .execute()
    if (person === 'adult' && rows.length < ids.length)
      throw userError('conflict', t('consents.isChild'))
    return person === 'own_child' ? onChild(tx, userId, ids) : null
  })
  await finish?.()
  return statementsAbout(db.kysely, userId, ids)
}

/** What somebody stated about these. */
export async function statementsAbout(
  reader: Reader,
  userId: string,
  ids: readonly string[],
): Promise<AgeStatement[]> {
  if (ids.length === 0) return []
  const rows = await reader
    .selectFrom('age_statements')
    .select(['about', 'person', 'version', 'stated_at'])
    .where('user_id', '=', userId)
    .where('about', 'in', [...ids])
    .execute()
  return rows.map(({ stated_at: at, ...row }) => ({ ...row, stated_at: at.toISOString() }))
}

/** All that somebody stated, in its words, the first first. */
export async function* everyStatement(
  { kysely }: Db,
  userId: string,
): AsyncGenerator<AgeStatement & { text: string }, void> {
  const rows = await kysely
    .selectFrom('age_statements')
    .select(['about', 'person', 'version', 'text', 'stated_at'])
    .where('user_id', '=', userId)
    .orderBy('stated_at')
    .execute()
  for (const { stated_at: at, ...row } of rows) yield { ...row, stated_at: at.toISOString() }
}
