import { recordDifferences } from '#server/domains/billing/index.ts'
import type { AdminContext } from './context.ts'
import { findDifferences } from './read-reconciliation.ts'

/** Days of the provider's payments that are compared; older ones were compared before. */
const DAYS = 2

/**
 * For cron: checks the books without being asked. Every difference goes to the log, and one case a day tells the
 * operator to look.
 */
export async function watchBooks(context: AdminContext): Promise<void> {
  const { db, log } = context
  const { findings, note } = await findDifferences(context, DAYS)
  if (note !== null) log.warn({ note }, 'The payment provider could not be compared with the books')
  for (const finding of findings) log.error(finding, 'The books do not agree')
  if (findings.length === 0) return
  const checks = [...new Set(findings.map(({ check }) => check))].join('; ')
  const text = `The books do not agree (${findings.length}): ${checks}.`.slice(0, 1000)
  await recordDifferences(db.kysely, text)
}
