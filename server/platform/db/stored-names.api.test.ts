import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EntryKind } from '#contract/credits.ts'
import { ERROR_STATUS } from '#contract/errors.ts'
import { JobStatus, JobType } from '#contract/prediction-images.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import KEPT from './stored-names.json' with { type: 'json' }

/** The values that a column may have by a check of its table, such as `payments.status`. */
const VALUES = /\((\w+) = ANY \(ARRAY\[([^\]]*)\]\)\)/g

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const missing = (kept: readonly string[], today: Iterable<string>): string[] => {
  const there = new Set(today)
  return kept.filter((name) => !there.has(name))
}

const WHY =
  'Rows, backups and clients of before hold these names. A name may be added, and then belongs into stored-names.json; one that is renamed or dropped makes what is stored unreadable, so keep it, or move the rows by a migration and take it out of stored-names.json'

it.each(Object.entries(KEPT.columns))('%s keeps its columns', async (table, kept) => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table}`.execute(app.db.kysely)
  const columns = rows.map(({ name }) => name)
  expect(missing(kept, columns), WHY).toEqual([])
})

it('keeps the values that the database allows', async () => {
  const { rows } = await sql<{ table: string; check: string }>`
    select c.relname as "table", pg_get_constraintdef(o.oid) as "check"
    from pg_constraint o join pg_class c on c.oid = o.conrelid
    where o.contype = 'c' and o.connamespace = 'public'::regnamespace`.execute(app.db.kysely)
  const today = new Map<string, string[]>()
  for (const { table, check } of rows) {
    for (const [, column = '', list = ''] of check.matchAll(VALUES)) {
      today.set(
        `${table}.${column}`,
        [...list.matchAll(/'([^']*)'/g)].map(([, value = '']) => value),
      )
    }
  }
  for (const [column, kept] of Object.entries(KEPT.values)) {
    // A column without a check takes every value.
    const values = today.get(column) ?? kept
    expect([column, missing(kept, values)], WHY).toEqual([column, []])
  }
})

it('keeps the actions of the audit log', () => {
  const file = join(import.meta.dirname, '../../domains/admin/audit.ts')
  const source = readFileSync(file, 'utf8')
  const actions = [...source.matchAll(/^\s+\| '(\w+)'$/gm)].map(([, action = '']) => action)
  expect(missing(KEPT.auditActions, actions), WHY).toEqual([])
})

it.each([
  ['types of jobs', KEPT.jobTypes, JobType.options],
  ['statuses of jobs', KEPT.jobStatuses, JobStatus.options],
  ['kinds of entries', KEPT.entryKinds, EntryKind.options],
  ['codes of errors', KEPT.errorCodes, Object.keys(ERROR_STATUS)],
])('keeps the %s', (_what, kept, today) => {
  expect(missing(kept, today), WHY).toEqual([])
})
