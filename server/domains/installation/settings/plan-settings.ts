import { sql } from 'kysely'
import type { UnsaidSetting, SettingChange } from '#contract/admin-settings.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { invalidField, notFound, userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import { announceChange } from '../changes.ts'
import type { InstallationContext } from '../context.ts'
import {
  changeSettings,
  checkNames,
  lockSettings,
  type SettingChanges,
  storeChanges,
  textsWith,
} from './change-settings.ts'
import { settingsOfPlan } from './merge-planned.ts'
import { differing, presentChange, type SettingChangeRow } from './setting-history.ts'
import { readStoredSettings } from './stored-settings.ts'

/**
 * Requires settings that can be planned: those that are not live would take no effect, and a secret is not kept in the
 * history.
 */
function checkPlannable({ settings }: InstallationContext, changes: SettingChanges): void {
  for (const name of Object.keys(changes)) {
    const known = settings.list.find((one) => one.name === name)
    if (known?.live !== true || known.secret) {
      throw invalidField(name, t('installation.notPlannable'))
    }
  }
}

async function requireFuture(tx: Tx, at: Date): Promise<void> {
  const { rows } = await sql<{ over: boolean }>`
    select ${at}::timestamptz <= money_now() as over`.execute(tx)
  if (rows[0]?.over !== false) throw invalidField('starts_at', t('common.timeOver'))
}

/**
 * Has settings change at a time to come, all of them or none.
 * @throws {AppError} `invalid` that names what is wrong
 */
export async function planChange(
  context: InstallationContext,
  actorId: string,
  { starts_at: startsAt, changes }: { starts_at: string; changes: SettingChanges },
): Promise<SettingChange> {
  if (Object.keys(changes).length === 0)
    throw invalidField('changes', t('installation.nothingToChange'))
  checkNames(context, changes)
  checkPlannable(context, changes)
  const row = await transact(context.db, async (tx) => {
    await lockSettings(tx)
    const at = new Date(startsAt)
    await requireFuture(tx, at)
    const { before } = await textsWith(tx, context, changes)
    const over = Object.fromEntries(
      Object.keys(changes).map((name) => [name, before[name] ?? null]),
    )
    const planned = await tx
      .insertInto('setting_changes')
      .values({
        starts_at: at,
        changes: JSON.stringify(changes),
        planned_over: JSON.stringify(over),
        created_by: actorId,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const data = { starts_at: at.toISOString(), changes }
    await context.audit(tx, { actorId, action: 'setting_planned', subject: planned.id, data })
    await announceChange(tx)
    return planned
  })
  await context.refresh()
  return presentChange(row)
}

/** @throws {AppError} `not_found`; `conflict` for one that holds already or was canceled */
export async function cancelPlanned(
  context: InstallationContext,
  actorId: string,
  id: string,
): Promise<void> {
  if (!isId(id)) throw notFound()
  await transact(context.db, async (tx) => {
    await lockSettings(tx)
    const canceled = await tx
      .updateTable('setting_changes')
      .set({ canceled_at: sql<Date>`money_now()` })
      .where('id', '=', id)
      .where('applied_at', 'is', null)
      .where('canceled_at', 'is', null)
      .where(sql<boolean>`starts_at > money_now()`)
      .returning('id')
      .executeTakeFirst()
    if (!canceled) {
      const known = await tx
        .selectFrom('setting_changes')
        .select('id')
        .where('id', '=', id)
        .executeTakeFirst()
      throw known ? userError('conflict', t('installation.notPlanned')) : notFound()
    }
    await context.audit(tx, { actorId, action: 'setting_plan_canceled', subject: id })
    await announceChange(tx)
  })
  await context.refresh()
}

async function apply(tx: Tx, context: InstallationContext, row: SettingChangeRow): Promise<void> {
  const { texts: before } = await readStoredSettings(tx, context.settingsKey)
  const { created_by: actorId } = row
  const changes = settingsOfPlan(row, { list: context.settings.list, stored: before })
  await storeChanges(tx, context, { actorId, changes, before })
  const { previous } = differing(context.settings, { changes, before })
  await tx
    .updateTable('setting_changes')
    .set({
      applied_at: sql<Date>`money_now()`,
      changes: JSON.stringify(changes),
      previous: JSON.stringify(previous),
    })
    .where('id', '=', row.id)
    .execute()
}

/** For cron: stores the changes whose time has come, in the order of their times. Every process follows them already. */
export async function applyDueChanges(context: InstallationContext): Promise<void> {
  const isApplied = await transact(context.db, async (tx) => {
    await lockSettings(tx)
    const due = await tx
      .selectFrom('setting_changes')
      .selectAll()
      .where('applied_at', 'is', null)
      .where('canceled_at', 'is', null)
      .where(sql<boolean>`starts_at <= money_now()`)
      .orderBy('starts_at')
      .orderBy('id')
      .execute()
    for (const row of due) await apply(tx, context, row)
    if (due.length > 0) await announceChange(tx)
    return due.length > 0
  })
  if (isApplied) await context.refresh()
}

/**
 * One step back: stores what stood there before a change.
 * @throws {AppError} `not_found`; `conflict` for one that does not hold, or that a newer one has replaced
 */
export async function undoChange(
  context: InstallationContext,
  actorId: string,
  id: string,
): Promise<UnsaidSetting[]> {
  const row = isId(id)
    ? await context.db.kysely
        .selectFrom('setting_changes')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound()
  const { texts } = await readStoredSettings(context.db.kysely, context.settingsKey)
  const holds = Object.entries(row.changes).every(
    ([name, value]) => (texts[name] ?? null) === value,
  )
  if (row.previous === null || !holds) {
    throw userError('conflict', t('installation.newerHolds'))
  }
  return changeSettings(context, actorId, row.previous)
}
