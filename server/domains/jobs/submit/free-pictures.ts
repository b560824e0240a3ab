import { FREE_PICTURES_A_MONTH } from '#contract/free-pictures.ts'
import { statement, type Reader } from '#server/platform/db/index.ts'

/**
 * SQL for the places among the first pictures of this calendar month that a user's jobs have not taken; `user` as in
 * `$1`. A job that has not ended holds places for all of its pictures. Exact while the user's account is locked.
 */
export const freePicturesLeft = (user: string) => `
  (select greatest(0, ${FREE_PICTURES_A_MONTH} - coalesce(sum(free_pictures), 0))::integer
   from inference_jobs
   where user_id = ${user} and free_pictures > 0 and free_month = ${THIS_MONTH})`

/** SQL for the calendar month of the billing clock. */
export const THIS_MONTH = `date_trunc('month', money_now() at time zone 'utc')::date`

const READ_LEFT = statement<{ left: number }>(`select ${freePicturesLeft('$1')} as left`)

/** How many pictures the user may still make this month before new ones carry the watermark. */
export async function readFreePicturesLeft(from: Reader, userId: string): Promise<number> {
  const [row] = await READ_LEFT.run(from, [userId])
  return row?.left ?? 0
}

/** How many of a job's pictures take such a place; the others carry the watermark unless the user has paid. */
export const freePicturesOf = (count: number, left: number) => Math.min(count, left)
