import { sql } from 'kysely'
import type { z } from 'zod'
import type { OperatorCase } from '#contract/admin.ts'
import { type Db, type Reader, transact } from '#server/platform/db/index.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { recordAct } from './audit.ts'

type Case = z.infer<typeof OperatorCase>

const MOST = 200

interface CaseRow {
  id: string
  kind: string
  user_id: string | null
  reference: string | null
  text: string
  created_at: Date
}

const present = (row: CaseRow): Case => ({
  id: row.id,
  kind: row.kind,
  user: row.user_id,
  reference: row.reference,
  text: row.text,
  created_at: row.created_at.toISOString(),
})

/** What waits for a look of the operator, oldest first. */
export async function listCases(from: Reader): Promise<Case[]> {
  const rows = await from
    .selectFrom('billing_cases')
    .selectAll()
    .where('resolved_at', 'is', null)
    .orderBy('created_at')
    .limit(MOST)
    .execute()
  return rows.map(present)
}

/** @throws {AppError} `not_found`; `conflict` when it was resolved before */
export async function resolveCase(
  db: Db,
  adminId: string,
  id: string,
  reason: string,
): Promise<Case> {
  if (!isId(id)) throw notFound()
  return transact(db, async (tx) => {
    const row = await tx
      .updateTable('billing_cases')
      .set({ resolved_at: sql`now()` })
      .where('id', '=', id)
      .where('resolved_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (row) {
      await recordAct(tx, {
        actorId: adminId,
        action: 'case_resolved',
        userId: row.user_id,
        subject: row.reference,
        reason,
        data: { case: row.id, kind: row.kind },
      })
      return present(row)
    }
    const known = await tx
      .selectFrom('billing_cases')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    throw known ? new AppError('conflict', 'This case was resolved before.') : notFound()
  })
}
