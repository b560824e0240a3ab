import type { UnsaidHeadshotRun, HeadshotShot } from '#contract/headshot-runs.ts'
import { HEADSHOT_SET } from '#contract/values/headshot-runs.ts'
import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import type { HeadshotsDeps, RunRow, ShotRow } from './deps.ts'
import { presentPayment } from './payment-of.ts'

const DAY_MS = 86_400_000

export const redoUntil = ({
  created_at: orderedAt,
  paid_at: paidAt,
}: Pick<RunRow, 'created_at' | 'paid_at'>): Date =>
  new Date((paidAt ?? orderedAt).getTime() + HEADSHOT_SET.redoDays * DAY_MS)

/** @throws {AppError} `not_found` for what is not there and for what is somebody else's */
export async function readOwnRun(
  { db }: Pick<HeadshotsDeps, 'db'>,
  userId: string,
  id: string,
): Promise<RunRow> {
  const row = isId(id)
    ? await db.kysely
        .selectFrom('headshot_runs')
        .selectAll()
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound()
  return row
}

/** Those most like the person first, then those that are not compared, then what is not there. */
const rankOf = ({ image, similarity }: HeadshotShot): number =>
  image === null ? -3 : (similarity ?? -2)

/** A set as the API shows it. */
export async function presentRun(
  { db, drawings }: Pick<HeadshotsDeps, 'db' | 'drawings'>,
  run: RunRow,
): Promise<UnsaidHeadshotRun> {
  const rows = await db.kysely
    .selectFrom('headshot_shots')
    .selectAll()
    .where('run_id', '=', run.id)
    .orderBy('place')
    .execute()
  const drawn = await drawings.read(
    run.user_id,
    rows.flatMap(({ takes }) => takes.map(({ job }) => job)),
  )
  const shots = rows.map((shot): HeadshotShot => presentShot(shot, drawn))
  return {
    id: run.id,
    lora_training: run.lora_training_id,
    status: run.status,
    ...run.choice,
    shots: shots.toSorted((a, b) => rankOf(b) - rankOf(a) || a.place - b.place),
    redo: { left: HEADSHOT_SET.redos - run.redone, until: redoUntil(run).toISOString() },
    payment: await presentPayment(db.kysely, run, rows),
    error: run.error,
    created_at: run.created_at.toISOString(),
    finished_at: run.finished_at?.toISOString() ?? null,
  }
}

function presentShot(
  { id, place, attire, background, framing, status, similarity, takes, shown_job_id }: ShotRow,
  drawn: Awaited<ReturnType<HeadshotsDeps['drawings']['read']>>,
): HeadshotShot {
  const image = shown_job_id === null ? null : (drawn.get(shown_job_id)?.image ?? null)
  const others = takes.flatMap((take) => {
    const other = take.job === shown_job_id ? null : drawn.get(take.job)?.image
    return other ? { image: other, similarity: take.similarity } : []
  })
  return {
    id,
    place,
    attire,
    background,
    framing,
    status,
    similarity,
    image,
    other_takes: others,
  }
}
