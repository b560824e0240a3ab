import type { CreditEntry } from '#contract/credits.ts'

/** One row of the statement: a line, or all lines of one job. */
export interface StatementRow {
  /** Newest first, at least one. */
  lines: CreditEntry[]
  /** Of the newest line. */
  newest: CreditEntry
}

/**
 * Gathers the lines of each job into one row, where its newest line stands.
 * @param entries newest first
 */
export function groupLines(entries: readonly CreditEntry[]): StatementRow[] {
  const rows: StatementRow[] = []
  const jobs = new Map<string, StatementRow>()
  for (const entry of entries) {
    const known = entry.job === null ? undefined : jobs.get(entry.job)
    if (known) {
      known.lines.push(entry)
      continue
    }
    const row = { lines: [entry], newest: entry }
    rows.push(row)
    if (entry.job !== null) jobs.set(entry.job, row)
  }
  return rows
}

export interface JobSum {
  /** What the job is, in the words of its first line; of its newest where that one is not loaded. */
  text: string
  /** Used, given back, or while it runs reserved. */
  kind: 'capture' | 'release' | 'hold'
  used: number
  /** What it has changed in the balance so far. */
  amount: number
}

/** What the lines of one job come to. */
export function sumOfJob({ lines, newest }: StatementRow): JobSum {
  const used = lines.reduce((sum, { captured }) => sum + captured, 0)
  const text = lines.find(({ kind }) => kind === 'hold')?.text ?? newest.text
  const isOver = lines.some(({ kind }) => kind === 'release')
  return {
    text,
    kind: used > 0 ? 'capture' : isOver ? 'release' : 'hold',
    used,
    amount: lines.reduce((sum, { amount }) => sum + amount, 0),
  }
}
