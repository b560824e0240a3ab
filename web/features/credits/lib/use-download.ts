import { useMutation } from '@tanstack/react-query'
import type { CreditEntry } from '#contract/credits.ts'
import { api, call } from '#web/lib/api.ts'
import { saveCsv } from '#web/lib/csv.ts'
import { cursorOf } from '#web/lib/cursor.ts'
import { statementCsv } from './statement-csv.ts'
import type { StatementFilter } from './statement-filter.ts'

/** Every line of the statement, newest first; pages stay put while lines are added. */
async function readAll(filter: StatementFilter): Promise<CreditEntry[]> {
  const entries: CreditEntry[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof call<typeof api.credits.statement>>> = await call(
      api.credits.statement,
      { query: { ...filter, limit: '100', ...(cursor !== null && { cursor }) } },
    )
    entries.push(...page.results)
    cursor = cursorOf(page.next)
  } while (cursor !== null)
  return entries
}

/** Downloads the statement as CSV: all its pages, as the filter narrows them. */
export function useDownload() {
  return useMutation({
    mutationFn: async (filter: StatementFilter) => {
      saveCsv('credits', statementCsv(await readAll(filter)))
    },
  })
}
