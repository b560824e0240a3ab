import { sql } from 'kysely'
import type { UnsaidSetting } from '#contract/admin-settings.ts'
import { type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { announceChange } from '../changes.ts'
import type { InstallationContext } from '../context.ts'
import { listSettings, NO_KEY } from './list-settings.ts'
import { reasonOf } from './reason-of.ts'
import { noteChange } from './setting-history.ts'
import type { SettingTexts } from '../settings-book.ts'
import { readStoredSettings, sealSetting } from './stored-settings.ts'

/** Null takes what is stored away. */
export type SettingChanges = Readonly<Record<string, string | null>>

/** Whoever changes, or reads what is to be changed: one after the other. */
export async function lockSettings(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('installation settings'))`.execute(tx)
}

/** With it real money may be taken. */
const STRIPE_KEY = 'STRIPE_SECRET_KEY'

type Rules = Pick<InstallationContext, 'settings' | 'settingsKey'>

/** @throws {AppError} `invalid` for what is no setting of the console, or cannot be changed in it */
export function checkNames({ settings, settingsKey }: Rules, changes: SettingChanges): void {
  for (const [name, value] of Object.entries(changes)) {
    const known = settings.list.find((one) => one.name === name)
    if (!known) throw invalidField(name, t('console.noSuchSetting'))
    if (settings.given(name) !== undefined)
      throw invalidField(name, t('installation.setByEnvironment'))
    if (known.secret && value !== null && settingsKey === null) throw invalidField(name, NO_KEY)
  }
}

/**
 * Joins changes with what is stored.
 * @throws {AppError} `invalid` that names the first wrong setting
 */
export async function textsWith(
  reader: Reader,
  { settings, settingsKey }: Rules,
  changes: SettingChanges,
): Promise<{ before: SettingTexts; after: SettingTexts }> {
  const { texts: before } = await readStoredSettings(reader, settingsKey)
  const after = Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    ),
  )
  const fault = settings.faultOf(after, Object.keys(changes))
  if (fault) throw invalidField(fault.name, fault.sentence)
  return { before, after }
}

/** Stores what differs of these, in the log too. @param before texts that are stored */
export async function storeChanges(
  tx: Tx,
  context: Rules & Pick<InstallationContext, 'audit'>,
  {
    actorId,
    changes,
    before,
  }: { actorId: string | null; changes: SettingChanges; before: SettingTexts },
): Promise<void> {
  for (const change of Object.entries(changes)) {
    const [name, value] = change
    if ((before[name] ?? null) === value) continue
    await store(tx, context, change)
    const isSecret = context.settings.list.find((one) => one.name === name)?.secret === true
    const data = isSecret ? { removed: value === null } : { from: before[name] ?? null, to: value }
    await context.audit(tx, { actorId, action: 'setting_changed', subject: name, data })
  }
}

async function store(
  tx: Tx,
  { settings, settingsKey }: Rules,
  [name, value]: [string, string | null],
): Promise<void> {
  if (value === null) {
    await tx.deleteFrom('installation_settings').where('name', '=', name).execute()
    return
  }
  const isSecret = settings.list.find((one) => one.name === name)?.secret === true
  const row =
    isSecret && settingsKey
      ? { value: null, sealed: sealSetting(settingsKey, name, value) }
      : { value, sealed: null }
  await tx
    .insertInto('installation_settings')
    .values({ name, ...row })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ ...row, changed_at: sql<Date>`now()` }),
    )
    .execute()
}

/** Asks Stripe about a new key: one that it does not take would hold at once, for everybody's payments. @throws {AppError} `invalid` */
async function checkStripeKey(
  context: InstallationContext,
  changes: SettingChanges,
): Promise<void> {
  if ((changes[STRIPE_KEY] ?? null) === null) return
  const { after } = await textsWith(context.db.kysely, context, changes)
  try {
    await context.servicesWith(after).checkPayments()
  } catch (error) {
    throw invalidField(STRIPE_KEY, reasonOf(error))
  }
}

/**
 * Stores settings, all or none, and has every process follow. Which value a secret got is in no log.
 * @param actorId the administrator
 * @throws {AppError} `invalid` that names the first wrong setting, also a key that Stripe does not take
 */
export async function changeSettings(
  context: InstallationContext,
  actorId: string,
  changes: SettingChanges,
): Promise<UnsaidSetting[]> {
  checkNames(context, changes)
  // Before the transaction, which would hold the lock of all settings while Stripe is waited for.
  await checkStripeKey(context, changes)
  await transact(context.db, async (tx) => {
    // Two administrators at once: what is checked is what will be stored.
    await lockSettings(tx)
    const { before } = await textsWith(tx, context, changes)
    const key = changes[STRIPE_KEY] ?? null
    const keyFault = key === null ? null : await context.faultOfStripeKey(tx, key)
    if (keyFault !== null) throw invalidField(STRIPE_KEY, keyFault)
    await storeChanges(tx, context, { actorId, changes, before })
    await noteChange(tx, context, { actorId, changes, before })
    await announceChange(tx)
  })
  await context.refresh()
  return listSettings(context)
}
