import { sql } from 'kysely'
import type { ConsentKind, GivenConsent, UnsaidConsent } from '#contract/consents.ts'
import { CONSENT_KINDS, CONSENT_TEXTS } from '#contract/values/consents.ts'
import { type Db, type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { t, type Text } from '#server/texts/index.ts'

export interface ConsentsDeps {
  db: Db
  /**
   * Deletes what was made by a consent alone, in the transaction that withdraws it.
   * @returns what is left to do after the commit
   */
  onWithdrawn(tx: Tx, userId: string, kind: ConsentKind): Promise<() => Promise<void>>
}

/** The texts of the consents, whose English is kept with what somebody agreed to. */
const TEXTS: Record<ConsentKind, Text> = { faces: t('consents.faces') }

/** What somebody is asked to agree to, with what they agreed to. */
export async function listConsents(
  { db }: Pick<ConsentsDeps, 'db'>,
  userId: string,
): Promise<UnsaidConsent[]> {
  const rows = await db.kysely
    .selectFrom('consents')
    .select(['kind', 'version', 'given_at'])
    .where('user_id', '=', userId)
    .where('withdrawn_at', 'is', null)
    .orderBy('given_at', 'desc')
    .execute()
  return CONSENT_KINDS.map((kind) => {
    const { version } = CONSENT_TEXTS[kind]
    const own = rows.filter((row) => row.kind === kind)
    const given = own.find((row) => row.version === version) ?? own[0]
    return {
      kind,
      version,
      text: TEXTS[kind],
      given: given ? { version: given.version, given_at: given.given_at.toISOString() } : null,
      is_current: given?.version === version,
    }
  })
}

/** @throws {AppError} `invalid` for a version whose text has changed since */
export async function giveConsent(
  deps: Pick<ConsentsDeps, 'db'>,
  userId: string,
  { kind, version }: { kind: ConsentKind; version: string },
): Promise<UnsaidConsent> {
  const current = CONSENT_TEXTS[kind]
  if (version !== current.version) throw invalidField('version', t('consents.textChanged'))
  await deps.db.kysely
    .insertInto('consents')
    .values({ user_id: userId, kind, ...current })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind', 'version'])
        .where('withdrawn_at', 'is', null)
        .doNothing(),
    )
    .execute()
  return (await listConsents(deps, userId)).find((consent) => consent.kind === kind)!
}

/** Harmless where there is nothing to withdraw. @param kind left out: all */
export async function withdrawConsents(
  { db, onWithdrawn }: ConsentsDeps,
  userId: string,
  kind?: ConsentKind,
): Promise<void> {
  const left = await transact(db, async (tx) => {
    const finish: (() => Promise<void>)[] = []
    for (const one of kind === undefined ? CONSENT_KINDS : [kind]) {
      await tx
        .updateTable('consents')
        .set({ withdrawn_at: sql`now()` })
        .where('user_id', '=', userId)
        .where('kind', '=', one)
        .where('withdrawn_at', 'is', null)
        .execute()
      finish.push(await onWithdrawn(tx, userId, one))
    }
    return finish
  })
  for (const finish of left) await finish()
}

/** Whether somebody agreed to the version that counts now. */
export async function hasConsent(
  reader: Reader,
  userId: string,
  kind: ConsentKind,
): Promise<boolean> {
  const row = await reader
    .selectFrom('consents')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('version', '=', CONSENT_TEXTS[kind].version)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** All that somebody ever agreed to, one after the other. */
export async function* consentsOf(
  { db }: Pick<ConsentsDeps, 'db'>,
  userId: string,
): AsyncGenerator<GivenConsent, void> {
  const rows = await db.kysely
    .selectFrom('consents')
    .select(['kind', 'version', 'text', 'given_at', 'withdrawn_at'])
    .where('user_id', '=', userId)
    .orderBy('given_at')
    .execute()
  for (const { given_at, withdrawn_at, ...row } of rows)
    yield {
      ...row,
      given_at: given_at.toISOString(),
      withdrawn_at: withdrawn_at?.toISOString() ?? null,
    }
}
