import type { z } from 'zod'
import type { OperatorCase } from '#contract/admin.ts'
import { type CaseRow, closeCase, findOpenCases } from '#server/domains/billing/index.ts'
import { type Db, type Reader, transact } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import { recordAuditEvent } from './audit.ts'

type Case = z.infer<typeof OperatorCase>

const MOST = 200

const present = (row: CaseRow): Case => ({
  id: row.id,
  kind: row.kind,
  user: row.user_id,
  reference: row.reference,
  text: row.text,
  created_at: row.created_at.toISOString(),
})

/** Open cases, oldest first. */
export async function listCases(from: Reader): Promise<Case[]> {
  const rows = await findOpenCases(from, MOST)
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
    const row = await closeCase(tx, id)
    if (row === null) throw notFound()
    if (row === 'resolved') throw userError('conflict', t('console.resolvedBefore'))
    await recordAuditEvent(tx, {
      actorId: adminId,
      action: 'case_resolved',
      userId: row.user_id,
      subject: row.reference,
      reason,
      data: { case: row.id, kind: row.kind },
    })
    return present(row)
  })
}
