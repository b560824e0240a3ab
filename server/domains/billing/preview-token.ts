import { createHash } from 'node:crypto'
import { userError } from '#server/platform/errors.ts'
import type { PaymentContext } from './context.ts'
import type { PaidSubscription } from './plan-change.ts'
import { findDueInvoice } from './read-billing-state.ts'

/** A hash of all that a preview shows of the plan: it changes as soon as any of that does. */
export async function previewTokenOf(
  { db }: Pick<PaymentContext, 'db'>,
  { row, remote }: PaidSubscription,
): Promise<string> {
  const due = await findDueInvoice(db.kysely, row.user_id)
  const { id, plan, period, status, renews_at: renewsAt } = row
  const facts = [id, plan, period, status, renewsAt, remote.cancelAt, remote.scheduled, due?.id]
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22)
}

/**
 * @param seen of the preview; null where nobody looked at one
 * @throws {AppError} `conflict` when the plan is another than was shown
 */
export async function assertPreviewToken(
  context: Pick<PaymentContext, 'db'>,
  paid: PaidSubscription,
  seen: string | null,
): Promise<void> {
  if (seen === null || seen === (await previewTokenOf(context, paid))) return
  throw userError(
    'conflict',
    'Your plan has changed since this page was shown. Nothing was done; please look at it again.',
  )
}
