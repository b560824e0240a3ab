import { sql } from 'kysely'
import type { Preset, PresetSettings } from '#contract/presets.ts'
import { PRESET_LIMITS } from '#contract/values/presets.ts'
import { type Db, isTaken, transact, type Tx } from '#server/platform/db/index.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import { isId, isStorableText } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'

interface Deps {
  db: Db
}

const SHOWN = ['id', 'name', 'settings', 'uses', 'used_at', 'changed_at'] as const

interface Row extends Omit<Preset, 'used_at' | 'changed_at'> {
  used_at: Date | null
  changed_at: Date
}

const shown = (row: Row): Preset => ({
  ...row,
  used_at: row.used_at?.toISOString() ?? null,
  changed_at: row.changed_at.toISOString(),
})

/** One's own, by name. */
export async function listPresets({ db }: Deps, userId: string): Promise<Preset[]> {
  const rows = await db.kysely
    .selectFrom('presets')
    .select(SHOWN)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .execute()
  return rows.map(shown)
}

/** One after the other. */
export async function* presetsOf(deps: Deps, userId: string): AsyncGenerator<Preset, void> {
  yield* await listPresets(deps, userId)
}

const NAME_TAKEN = t('prompts.presetNameTaken')

/** Makes changes of one person's presets wait for each other, so that the second of two at once counts the first. */
const takeTurn = (tx: Tx, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('presets'), hashtext(${userId}))`.execute(tx)

/** @throws {AppError} `conflict` when there is no place for one more */
async function requireRoom(tx: Tx, userId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('presets')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count < PRESET_LIMITS.presets) return
  throw new AppError('conflict', `${userId} has ${count} presets`, {
    userMessage: t('prompts.tooManyPresets', { count: PRESET_LIMITS.presets }),
  })
}

/** @throws {AppError} `invalid` where a name was taken */
async function named<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw isTaken(error) ? invalidField('name', NAME_TAKEN) : error
  }
}

/** @throws {AppError} `invalid` for a name that is taken or text that cannot be kept, `conflict` beyond the limit */
export async function createPreset(
  { db }: Deps,
  userId: string,
  { name, settings }: { name: string; settings: PresetSettings },
): Promise<Preset> {
  checkTexts({ name, settings })
  return named(() =>
    transact(db, async (tx) => {
      await takeTurn(tx, userId)
      await requireRoom(tx, userId)
      const row = await tx
        .insertInto('presets')
        .values({ user_id: userId, name, settings: JSON.stringify(settings) })
        .returning(SHOWN)
        .executeTakeFirstOrThrow()
      return shown(row)
    }),
  )
}

/** @throws {AppError} as {@link createPreset}; `not_found` */
export async function changePreset(
  { db }: Deps,
  userId: string,
  {
    id,
    name,
    settings,
  }: { id: string; name?: string | undefined; settings?: PresetSettings | undefined },
): Promise<Preset> {
  if (!isId(id)) throw notFound()
  checkTexts({ name, settings })
  const row = await named(() =>
    db.kysely
      .updateTable('presets')
      .set({
        ...(name !== undefined && { name }),
        ...(settings && { settings: JSON.stringify(settings) }),
        changed_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .returning(SHOWN)
      .executeTakeFirst(),
  )
  if (!row) throw notFound()
  return shown(row)
}

/** Counts that it was applied. @throws {AppError} `not_found` */
export async function countUse({ db }: Deps, userId: string, id: string): Promise<Preset> {
  const row =
    isId(id) &&
    (await db.kysely
      .updateTable('presets')
      .set({ uses: sql<number>`uses + 1`, used_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .returning(SHOWN)
      .executeTakeFirst())
  if (!row) throw notFound()
  return shown(row)
}

/** Removes a preset; it can be brought back for an hour. @throws {AppError} `not_found` */
export async function removePreset({ db }: Deps, userId: string, id: string): Promise<void> {
  const removed =
    isId(id) &&
    (await db.kysely
      .updateTable('presets')
      .set({ deleted_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst())
  if (!removed) throw notFound()
}

/** One that is there already stays. @throws {AppError} as {@link createPreset}; `not_found` */
export async function restorePreset({ db }: Deps, userId: string, id: string): Promise<Preset> {
  if (!isId(id)) throw notFound()
  return named(() =>
    transact(db, async (tx) => {
      await takeTurn(tx, userId)
      const before = await tx
        .selectFrom('presets')
        .select(SHOWN)
        .select('deleted_at')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      if (!before) throw notFound()
      const { deleted_at: deletedAt, ...row } = before
      if (deletedAt === null) return shown(row)
      await requireRoom(tx, userId)
      await tx.updateTable('presets').set({ deleted_at: null }).where('id', '=', id).execute()
      return shown(row)
    }),
  )
}

/** Removes those for good that were deleted an hour ago. */
export async function sweepPresets({ db }: Deps): Promise<void> {
  await db.kysely
    .deleteFrom('presets')
    .where('deleted_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
}

function checkTexts({
  name = '',
  settings,
}: {
  name?: string | undefined
  settings?: PresetSettings | undefined
}): void {
  if (!isStorableText(name)) throw invalidField('name', t('common.nameNotKept'))
  const { prompt, negative_prompt: negative, model, style, loras } = settings ?? {}
  const texts = [prompt, negative, model, style, ...(loras ?? []).map((lora) => lora.model)]
  if (texts.some((text) => typeof text === 'string' && !isStorableText(text)))
    throw invalidField('settings', t('prompts.settingsNotKept'))
}
