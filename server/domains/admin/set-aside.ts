import type { SetAsideItem } from '#contract/admin.ts'
import { transact } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { isStorableText } from '#server/platform/storable-text.ts'
import type { ItemPlace, SetAsideItem as Row } from '#server/platform/set-aside.ts'
import { recordAuditEvent } from './audit.ts'
import type { AdminContext } from './context.ts'

const present = ({ since, failed_at, retry_at, ...row }: Row): SetAsideItem => ({
  ...row,
  since: since.toISOString(),
  failed_at: failed_at.toISOString(),
  retry_at: retry_at.toISOString(),
})

/** What sweeps of any process failed at too often, those that failed last first. */
export async function listSetAside({ setAside }: AdminContext): Promise<SetAsideItem[]> {
  return (await setAside.list()).map(present)
}

/** Has the next sweep take an item up. @throws {AppError} `not_found` where it is not set aside */
export async function trySetAsideAgain(
  { db, setAside }: AdminContext,
  adminId: string,
  { kind, item }: ItemPlace,
): Promise<SetAsideItem> {
  if (![kind, item].every(isStorableText)) throw notFound()
  return transact(db, async (tx) => {
    const row = await setAside.tryAgain(tx, { kind, item })
    if (!row) throw notFound()
    await recordAuditEvent(tx, {
      actorId: adminId,
      action: 'set_aside_tried_again',
      subject: item,
      data: { kind },
    })
    return present(row)
  })
}
