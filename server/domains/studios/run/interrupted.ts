import { sql } from 'kysely'
import type { Reader, Tx } from '#server/platform/db/index.ts'
import type { StudiosDeps } from '../deps.ts'
import { publishTraining } from '../present-training.ts'
import type { TrainingRow } from '../store.ts'

/** A training without a sign of life for so long lost its worker. */
const SILENT_SECONDS = 10

/** Of a training that is at work: nobody works on it. */
export const isSilent = sql<boolean>`(heartbeat_at is null
  or heartbeat_at < now() - make_interval(secs => ${sql.lit(SILENT_SECONDS)}))`

/** Of a training that is at work: it had begun, and nobody works on it. */
const isInterrupted = sql<boolean>`(started_at is not null and status in ('Pending', 'Running') and ${isSilent})`

/** Has a training that lost its worker wait, and tells its owner so. */
export async function noteInterrupted(
  deps: StudiosDeps,
  tx: Tx,
  { id }: Pick<TrainingRow, 'id'>,
): Promise<void> {
  const row = await tx
    .updateTable('lora_trainings')
    .set({
      status: 'Pending',
      heartbeat_at: null,
      progress: sql`progress || '{"eta": null}'`,
    })
    .where('id', '=', id)
    .where('status', '=', 'Running')
    .where(isSilent)
    .returningAll()
    .executeTakeFirst()
  if (row) await publishTraining(deps, tx, row)
}

/** The oldest training of the same engine that lost its worker, which goes before one that has not begun. */
export async function interruptedBefore(reader: Reader, id: string): Promise<string | null> {
  const row = await reader
    .selectFrom('lora_trainings')
    .select('id')
    .where('id', '!=', id)
    .where('engine', '=', sameEngine(id))
    .where('deleted_at', 'is', null)
    .where('failures', '=', 0)
    .where(isInterrupted)
    .where(sql<boolean>`(select started_at is null from lora_trainings where id = ${id})`)
    .orderBy('started_at')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Trainings of the same engine that run somewhere, or lost their worker a moment ago, by their last sign of life. */
export async function runningBeside(reader: Reader, id: string): Promise<Map<string, number>> {
  const rows = await reader
    .selectFrom('lora_trainings')
    .select(['id', 'heartbeat_at'])
    .where('id', '!=', id)
    .where('engine', '=', sameEngine(id))
    .where('status', '=', 'Running')
    .where(sql<boolean>`not ${isSilent}`)
    .execute()
  return new Map(rows.map(({ id: other, heartbeat_at: at }) => [other, at?.getTime() ?? 0]))
}

const sameEngine = (id: string) => sql<string>`(select engine from lora_trainings where id = ${id})`
