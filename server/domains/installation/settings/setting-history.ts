import { type Selectable, sql } from 'kysely'
import { adminSettings, type SettingChange } from '#contract/admin-settings.ts'
import type { Database, Reader, Tx } from '#server/platform/db/index.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { settingsOfPlan } from './merge-planned.ts'
import type { SettingsBook, SettingTexts } from '../settings-book.ts'

export type SettingChangeRow = Selectable<Database['setting_changes']>

type Texts = Record<string, string | null>

function stateOf(row: SettingChangeRow): SettingChange['state'] {
  if (row.canceled_at !== null) return 'canceled'
  return row.applied_at === null ? 'planned' : 'applied'
}

export const presentChange = (row: SettingChangeRow): SettingChange => ({
  id: row.id,
  changes: row.changes,
  previous: row.previous,
  state: stateOf(row),
  starts_at: row.starts_at.toISOString(),
  created_at: row.created_at.toISOString(),
})

/** One page of all changes, newest first. @throws {AppError} `invalid` for a cursor that is none */
export async function listChanges(
  from: Reader,
  query: KeysetQuery,
): Promise<{ next: string | null; previous: string | null; results: SettingChange[] }> {
  const { path } = adminSettings.changes
  const rows = from.selectFrom('setting_changes as change').selectAll('change')
  const { items, ...links } = await readPage(rows, { id: 'change.id', path, query, usually: 50 })
  return { ...links, results: items.map(presentChange) }
}

/** Changes that differ from the values before, and those values, without secrets. */
export function differing(
  { list }: SettingsBook,
  { changes, before }: { changes: Readonly<Texts>; before: SettingTexts },
): { changes: Texts; previous: Texts } {
  const names = Object.keys(changes).filter((name) => {
    const isSecret = list.find((one) => one.name === name)?.secret === true
    return !isSecret && (before[name] ?? null) !== changes[name]
  })
  return {
    changes: Object.fromEntries(names.map((name) => [name, changes[name] ?? null])),
    previous: Object.fromEntries(names.map((name) => [name, before[name] ?? null])),
  }
}

/** Writes down what was changed just now. */
export async function noteChange(
  tx: Tx,
  { settings }: { settings: SettingsBook },
  { actorId, ...change }: { actorId: string; changes: Readonly<Texts>; before: SettingTexts },
): Promise<void> {
  const { changes, previous } = differing(settings, change)
  if (Object.keys(changes).length === 0) return
  await tx
    .insertInto('setting_changes')
    .values({
      starts_at: sql<Date>`money_now()`,
      applied_at: sql<Date>`money_now()`,
      changes: JSON.stringify(changes),
      previous: JSON.stringify(previous),
      created_by: actorId,
    })
    .execute()
}

/**
 * Changes that are due and not stored yet, by name, and the time until the next change; null: none is planned.
 * @param known.stored what is
 */
export async function readDueChanges(
  from: Reader,
  { list, stored }: { list: SettingsBook['list']; stored: SettingTexts },
): Promise<{ due: Texts; nextInMs: number | null }> {
  const planned = await from
    .selectFrom('setting_changes')
    .select(['changes', 'planned_over'])
    .select(sql<number>`(extract(epoch from starts_at - money_now()) * 1000)::float8`.as('in_ms'))
    .where('applied_at', 'is', null)
    .where('canceled_at', 'is', null)
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
  const due: Texts = {}
  for (const { in_ms: wait, ...plan } of planned) {
    if (wait <= 0) Object.assign(due, settingsOfPlan(plan, { list, stored: { ...stored, ...due } }))
  }
  return {
    due,
    nextInMs: planned.find(({ in_ms: wait }) => wait > 0)?.in_ms ?? null,
  }
}
