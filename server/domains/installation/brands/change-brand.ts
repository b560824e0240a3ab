import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { brandFiles } from '#brands/index.ts'
import type { AdminBrand } from '#contract/admin-brands.ts'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import { invalidField, notFound, userError } from '#server/platform/errors.ts'
import { requireUnchanged } from '#server/platform/require-unchanged.ts'
import { t } from '#server/texts/index.ts'
import { announceChange } from '../changes.ts'
import type { InstallationContext } from '../context.ts'
import { type BrandOverride, readBrands } from './brand-override.ts'
import { readBrand } from './list-brands.ts'
import { drawLogo } from './draw-logo.ts'

/** Null goes back to what the brand's file says. */
export type BrandChanges = {
  [K in keyof BrandOverride]?: BrandOverride[K] | null | undefined
}

/** @throws {AppError} `invalid` where another brand answers to one of the hosts */
async function checkHosts(tx: Tx, id: string, hosts: readonly string[]): Promise<void> {
  // Two brands at once: neither sees yet what the other takes.
  await sql`select pg_advisory_xact_lock(hashtext('brand hosts'))`.execute(tx)
  const others = (await readBrands(tx)).filter((brand) => brand.id !== id)
  const taken = new Set(others.flatMap((brand) => brand.hosts))
  const host = hosts.find((one) => taken.has(one))
  if (host !== undefined) throw invalidField('hosts', t('console.hostTaken', { host }))
}

/** A logo that no brand shows, and none would after a step back, goes. */
async function sweepLogos(tx: Tx): Promise<void> {
  await sql`
    delete from brand_logos where hash not in (
      select used from brand_overrides, unnest(array[content ->> 'logo', previous ->> 'logo']) as used
      where used is not null
    )`.execute(tx)
}

interface BrandStep {
  actorId: string
  id: string
  /** Last change of the brand that was looked at; null: there was none; undefined: any will do. */
  seen?: string | null | undefined
}

/** Writes what `change` makes of a brand's overrides; what stood there is kept for one step back. */
async function write(
  context: InstallationContext,
  { actorId, id, seen, what }: BrandStep & { what: string },
  change: (now: BrandOverride, previous: BrandOverride | null) => BrandOverride,
): Promise<AdminBrand> {
  if (!brandFiles.some((brand) => brand.id === id)) throw notFound()
  await transact(context.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('brand'), hashtext(${id}))`.execute(tx)
    const row = await tx
      .selectFrom('brand_overrides')
      .selectAll()
      .where('brand', '=', id)
      .executeTakeFirst()
    requireUnchanged(row?.changed_at, seen)
    const now = row?.content ?? {}
    const content = change(now, row?.previous ?? null)
    if (content.hosts) await checkHosts(tx, id, content.hosts)
    const next = {
      content: JSON.stringify(content),
      previous: JSON.stringify(now),
      changed_at: sql<Date>`now()`,
    }
    await tx
      .insertInto('brand_overrides')
      .values({ brand: id, ...next })
      .onConflict((conflict) => conflict.column('brand').doUpdateSet(next))
      .execute()
    await sweepLogos(tx)
    await context.audit(tx, { actorId, action: 'brand_changed', subject: id, data: { what } })
    await announceChange(tx)
  })
  await context.refresh()
  return readBrand(context.db, id)
}

/**
 * Changes fields of a brand, or goes back to what its file says.
 * @throws {AppError} `not_found`, `conflict`
 */
export function changeBrand(
  context: InstallationContext,
  { changes, ...step }: BrandStep & { changes: BrandChanges },
): Promise<AdminBrand> {
  const what = Object.keys(changes).join(', ')
  return write(context, { ...step, what }, (now) => {
    const merged = Object.entries({ ...now, ...changes })
    return Object.fromEntries(merged.filter(([, value]) => value !== null && value !== undefined))
  })
}

/**
 * Goes back to how a brand was before its last change; the next step back undoes that.
 * @throws {AppError} `not_found`, `conflict` when there is nothing to go back to
 */
export function undoBrand(context: InstallationContext, step: BrandStep): Promise<AdminBrand> {
  return write(context, { ...step, what: 'undo' }, (_now, previous) => {
    if (previous === null) throw userError('conflict', t('common.nothingChanged'))
    return previous
  })
}

async function keepLogo(db: Db, png: Buffer): Promise<string> {
  const hash = createHash('sha256').update(png).digest('hex').slice(0, 32)
  await db.kysely
    .insertInto('brand_logos')
    .values({ hash, png })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  return hash
}

/**
 * Takes a PNG as a brand's logo, redrawn so that nothing of the file but its picture is kept.
 * @throws {AppError} `not_found`, `invalid`
 */
export async function changeLogo(
  context: InstallationContext,
  actorId: string,
  { id, file }: { id: string; file: Buffer },
): Promise<AdminBrand> {
  const logo = await keepLogo(context.db, await drawLogo(file))
  return changeBrand(context, { actorId, id, changes: { logo } })
}
