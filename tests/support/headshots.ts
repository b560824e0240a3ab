import type { HeadshotOrder } from '#contract/headshot-runs.ts'
import type { Reader } from '#server/platform/db/index.ts'

export const HEADSHOTS: HeadshotOrder = {
  gender: 'Woman',
  age_range: '25-34',
  attire: ['suit'],
  backgrounds: ['office'],
  shots: 4,
}

/** A set that is over, with one shot that failed. @returns their ids */
export async function insertHeadshots(
  db: Reader,
  userId: string,
  training: string,
): Promise<[run: string, shot: string]> {
  const { shots: _shots, ...choice } = HEADSHOTS
  const run = await db
    .insertInto('headshot_runs')
    .values({
      user_id: userId,
      lora_training_id: training,
      status: 'done',
      shot_price: 2,
      choice: JSON.stringify(choice),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const shot = await db
    .insertInto('headshot_shots')
    .values({
      run_id: run.id,
      user_id: userId,
      place: 0,
      attire: 'suit',
      background: 'office',
      framing: 'close',
      status: 'failed',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return [run.id, shot.id]
}
