import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Proposal } from '#contract/proposals.ts'
import type { Database, Db, Reader } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { type Said, t } from '#server/texts/index.ts'
import type { IdempotencyKey } from '../submit/idempotency.ts'

export type ProposalRow = Selectable<Database['word_proposals']>

/** Why a proposal was not written. */
export interface ProposalFailure {
  /** `invalid` names the field that cannot be used. */
  code: 'invalid' | 'unavailable'
  message: Said
}

/**
 * The proposal that this key asked for before.
 * @throws {AppError} `idempotency_mismatch` when it was asked for by another body
 */
export async function findByKey(
  reader: Reader,
  userId: string,
  { key, bodyHash }: IdempotencyKey,
): Promise<ProposalRow | undefined> {
  const row = await reader
    .selectFrom('word_proposals')
    .selectAll()
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (row && !row.body_hash.equals(bodyHash)) {
    throw userError('idempotency_mismatch', t('common.requestKeyUsed'))
  }
  return row
}

export const readProposal = (reader: Reader, id: string): Promise<ProposalRow | undefined> =>
  reader.selectFrom('word_proposals').selectAll().where('id', '=', id).executeTakeFirst()

/** How many are being written for somebody. */
export async function countOpen(reader: Reader, userId: string): Promise<number> {
  const { count } = await reader
    .selectFrom('word_proposals')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', 'R')
    .executeTakeFirstOrThrow()
  return count
}

/** Removes the words of proposals that have ended and keeps their costs for the books. The caller adds which proposals. */
export const emptyProposals = (db: Db['kysely']) =>
  db
    .updateTable('word_proposals')
    .set({ key: null, body_hash: Buffer.alloc(0), text: null, failure: null })
    .where('status', '<>', 'R')

export const presentProposal = (row: ProposalRow): Proposal => ({
  id: row.id,
  task: row.task,
  text: row.text ?? '',
  model: row.model,
  cost: row.credits,
  created_at: row.created_at.toISOString(),
})

/** Those of somebody that are kept, newest first. */
export async function* proposalsOf(reader: Reader, userId: string): AsyncGenerator<Proposal, void> {
  const rows = await reader
    .selectFrom('word_proposals')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'S')
    .where('key', 'is not', null)
    .orderBy('created_at', 'desc')
    .execute()
  for (const row of rows) yield presentProposal(row)
}
