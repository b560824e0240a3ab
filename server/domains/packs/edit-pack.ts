import { sql } from 'kysely'
import { requireUnlimited } from '#server/domains/accounts/index.ts'
import type { PackChange, PackDetail, PackInput, PackKind } from '#contract/packs.ts'
import { type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import { checkPack } from './check-pack.ts'
import type { PacksDeps } from './deps.ts'
import { presentDetail } from './present-pack.ts'
import {
  lockEditable,
  type PackRow,
  type PackShotRow,
  readVersion,
  shotsOf,
  type VersionRow,
  viewerOf,
} from './store.ts'

/** Packs of one person that are not withdrawn. */
const MOST_PACKS = 100

export interface PackRef {
  id: string
  kind: PackKind
}

/** A draft of one's own. @throws {AppError} `invalid`, `email_not_verified`, `throttled`, `conflict` for too many */
export async function createPack(
  deps: PacksDeps,
  caller: Caller,
  { kind, input }: { kind: PackKind; input: PackInput },
): Promise<PackDetail> {
  if (!caller.emailVerified) throw userError('email_not_verified', t('common.verifyEmail'))
  await spendWords(deps, caller, input)
  await checkPack(deps.moderation, kind, input)
  return transact(deps.db, async (tx) => {
    const { count } = await tx
      .selectFrom('packs')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('user_id', '=', caller.userId)
      .where('state', '<>', 'withdrawn')
      .executeTakeFirstOrThrow()
    if (count >= MOST_PACKS)
      throw userError('conflict', t('packs.tooManyPacks', { count: MOST_PACKS }))
    const { id } = await tx
      .insertInto('packs')
      .values({ kind, user_id: caller.userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    const draft = await insertVersion(tx, id, input)
    const pack = await updatePack(tx, id, { draft_id: draft })
    return presentDetail(tx, pack, viewerOf(caller))
  })
}

function spendWords(
  { work }: PacksDeps,
  { userId }: Caller,
  { title, description, shots }: PackInput,
): Promise<void> {
  const texts = [
    title,
    description,
    ...shots.flatMap((shot) => [shot.prompt, shot.negative_prompt]),
  ]
  return work.spend(userId, texts.join('').length)
}

/** Writes a version that can still be changed, with its shots. @returns its id */
export async function insertVersion(tx: Tx, packId: string, input: PackInput): Promise<string> {
  const { title, description, tags, subject, shots } = input
  const version = await tx
    .insertInto('pack_versions')
    .values({
      pack_id: packId,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from pack_versions where pack_id = ${packId})`,
      title,
      description,
      tags: [...new Set(tags)],
      subject,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('pack_shots')
    .values(
      shots.map((shot, place) => ({
        version_id: version.id,
        place,
        prompt: shot.prompt,
        negative_prompt: shot.negative_prompt,
        width: shot.width ?? null,
        height: shot.height ?? null,
        style: shot.style ?? null,
        seed: shot.seed,
        motion: shot.motion ?? null,
        duration: shot.duration ?? null,
      })),
    )
    .execute()
  return version.id
}

export async function updatePack(
  tx: Tx,
  id: string,
  change: Partial<Pick<PackRow, 'draft_id' | 'version_id' | 'previous_id' | 'state'>> & {
    published?: boolean
  },
): Promise<PackRow> {
  const { published = false, ...columns } = change
  return tx
    .updateTable('packs')
    .set({ ...columns, ...(published && { published_at: sql<Date>`now()` }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Since then it never changes. */
export async function freezeVersion(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('pack_versions')
    .set({ frozen_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('frozen_at', 'is', null)
    .execute()
}

/** @throws {AppError} `conflict` for another version than the one that was looked at; undefined: any will do */
function requireVersion({ number }: VersionRow, seen: number | undefined): void {
  if (seen !== undefined && number !== seen)
    throw userError('conflict', t('common.changedMeanwhile'))
}

/**
 * Changes what is published next. One that was offered is a draft again.
 * @throws {AppError} `not_found`, `invalid`, `conflict`
 */
export async function changePack(
  deps: PacksDeps,
  caller: Caller,
  { change: { version: seen, ...change }, ...place }: PackRef & { change: PackChange },
): Promise<PackDetail> {
  const viewer = viewerOf(caller)
  return transact(deps.db, async (tx) => {
    const pack = await lockEditable(tx, place, viewer)
    const base = await readVersion(tx, pack.draft_id ?? pack.version_id ?? '')
    requireVersion(base, seen)
    const input = { ...(await inputOf(tx, base)), ...change }
    await spendWords(deps, caller, input)
    await checkPack(deps.moderation, place.kind, input)
    const old = pack.draft_id
    const draft = await insertVersion(tx, pack.id, input)
    const changed = await updatePack(tx, pack.id, {
      draft_id: draft,
      ...(pack.state === 'offered' && !viewer.isStaff && { state: 'draft' as const }),
    })
    if (old !== null) await removeUnfrozen(tx, old)
    return presentDetail(tx, changed, viewer)
  })
}

async function removeUnfrozen(tx: Tx, version: string): Promise<void> {
  await tx
    .deleteFrom('pack_versions')
    .where('id', '=', version)
    .where('frozen_at', 'is', null)
    .execute()
}

async function inputOf(reader: Reader, version: VersionRow): Promise<PackInput> {
  const { title, description, tags, subject } = version
  const shots = await shotsOf(reader, [version.id])
  return { title, description, tags, subject, shots: shots.map(shotInput) }
}

const shotInput = (shot: PackShotRow): PackInput['shots'][number] => ({
  prompt: shot.prompt,
  negative_prompt: shot.negative_prompt,
  seed: shot.seed,
  ...(shot.width !== null && { width: shot.width }),
  ...(shot.height !== null && { height: shot.height }),
  ...(shot.style !== null && { style: shot.style }),
  ...(shot.motion !== null && { motion: shot.motion }),
  ...(shot.duration !== null && { duration: shot.duration }),
})

/**
 * The staff publish; an author offers.
 * @throws {AppError} `not_found`, `conflict` when there is nothing to publish or another version, `account_limited`
 */
export async function publishPack(
  deps: PacksDeps,
  caller: Caller,
  { version: seen, ...place }: PackRef & { version?: number | undefined },
): Promise<PackDetail> {
  const viewer = viewerOf(caller)
  return transact(deps.db, async (tx) => {
    const pack = await lockEditable(tx, place, viewer)
    await requireUnlimited(tx, caller.userId)
    requireVersion(await readVersion(tx, pack.draft_id ?? pack.version_id ?? ''), seen)
    if (!viewer.isStaff) {
      if (pack.state === 'offered') throw userError('conflict', t('packs.alreadySubmitted'))
      return presentDetail(tx, await updatePack(tx, pack.id, { state: 'offered' }), viewer)
    }
    if (pack.draft_id === null) throw userError('conflict', t('packs.unchanged'))
    await freezeVersion(tx, pack.draft_id)
    const published = await updatePack(tx, pack.id, {
      state: 'published',
      version_id: pack.draft_id,
      // For one step back.
      previous_id: pack.version_id,
      draft_id: null,
      published: true,
    })
    const shown = await presentDetail(tx, published, viewer)
    const act = { actorId: caller.userId, action: 'pack_published', subject: pack.id } as const
    await deps.audit(tx, { ...act, data: { title: shown.title } })
    return shown
  })
}

/** Deletes a draft; withdraws what was published or run, for runs that began go on. @throws {AppError} `not_found` */
export async function removePack(deps: PacksDeps, caller: Caller, place: PackRef): Promise<void> {
  await transact(deps.db, async (tx) => {
    const pack = await lockEditable(tx, place, viewerOf(caller))
    const run = await tx
      .selectFrom('pack_runs')
      .select('id')
      .where('pack_id', '=', pack.id)
      .limit(1)
      .executeTakeFirst()
    if (pack.state !== 'published' && !run) {
      await tx.deleteFrom('packs').where('id', '=', pack.id).execute()
      return
    }
    await updatePack(tx, pack.id, { state: 'withdrawn' })
    if (pack.state !== 'published') return
    const { title } = await readVersion(tx, pack.version_id ?? '')
    const act = { actorId: caller.userId, action: 'pack_withdrawn', subject: pack.id } as const
    await deps.audit(tx, { ...act, data: { title } })
  })
}
