import { sql } from 'kysely'
import type { Db, Reader } from '#server/platform/db/index.ts'

/** A process that draws a sample for so long has ended. */
const SILENT_MINUTES = 30

/** Has samples drawn of models, those that have one of other weights included. @returns of how many */
export async function wantSamples(
  into: Reader,
  models: readonly { id: string; hash: string }[],
): Promise<number> {
  let wanted = 0
  for (const { id, hash } of models) {
    const { numInsertedOrUpdatedRows } = await into
      .insertInto('model_samples')
      .values({ model: id })
      .onConflict((conflict) =>
        conflict
          .column('model')
          .doUpdateSet({ state: 'wanted', wanted_at: sql`now()`, taken_at: null })
          .where((one) =>
            one.or([
              one('model_samples.state', '=', 'failed'),
              one('model_samples.hash', 'is distinct from', hash),
            ]),
          )
          .where('model_samples.state', 'in', ['drawn', 'failed']),
      )
      .executeTakeFirst()
    wanted += Number(numInsertedOrUpdatedRows ?? 0n)
  }
  return wanted
}

/** Takes the one that waits longest; null: none does, or one is being drawn. */
export async function claimSample({ kysely }: Pick<Db, 'kysely'>): Promise<string | null> {
  const silent = sql`now() - make_interval(mins => ${SILENT_MINUTES})`
  const { rows } = await sql<{ model: string }>`
    update model_samples set state = 'drawing', taken_at = now()
    where model = (
      select model from model_samples
      where state = 'wanted' or (state = 'drawing' and taken_at < ${silent})
      order by wanted_at limit 1 for update skip locked
    ) and not exists (select from model_samples where state = 'drawing' and taken_at >= ${silent})
    returning model`.execute(kysely)
  return rows[0]?.model ?? null
}

/** @param drawn null: it could not be drawn; an earlier one stays */
export async function saveSample(
  { kysely }: Pick<Db, 'kysely'>,
  model: string,
  drawn: { image: Buffer; hash: string } | null,
): Promise<void> {
  await kysely
    .updateTable('model_samples')
    .set(drawn ? { ...drawn, state: 'drawn' } : { state: 'failed' })
    .where('model', '=', model)
    .where('state', '=', 'drawing')
    .execute()
}

/** Gives back what was begun, for the next process. */
export async function releaseSample({ kysely }: Pick<Db, 'kysely'>, model: string): Promise<void> {
  await kysely
    .updateTable('model_samples')
    .set({ state: 'wanted', taken_at: null })
    .where('model', '=', model)
    .where('state', '=', 'drawing')
    .execute()
}

/** All that there are, as `data:` URLs. */
export async function readSamples(from: Reader): Promise<{ model: string; image: string }[]> {
  const rows = await from
    .selectFrom('model_samples')
    .select(['model', 'image'])
    .where('image', 'is not', null)
    .orderBy('model')
    .execute()
  return rows.map(({ model, image }) => ({
    model,
    image: `data:image/webp;base64,${image!.toString('base64')}`,
  }))
}
