import { promptOf } from '#contract/drawing-parameters.ts'
import type { TicketJobContent } from '#contract/support.ts'
import { transact } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Act, SupportDeps } from './deps.ts'
import { readTicket } from './rows.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/**
 * Shows a colleague what the customer asked for in the job that a ticket is about, and what they got, as the customer sees it. That is
 * private, so each look is written down.
 * @throws {AppError} `not_found`, also for a ticket about no job, and once the job is deleted
 */
export async function showJob(
  { db, jobs, audit }: SupportDeps,
  { id, staffId }: Act,
): Promise<TicketJobContent> {
  const { user_id: userId, job_id: jobId } = await readTicket(db.kysely, id, null)
  if (jobId === null) throw notFound()
  const { parameters, images } = await jobs.jobOf(userId, jobId)
  await transact(db, (tx) =>
    audit(tx, { actorId: staffId, action: 'ticket_job_viewed', userId, subject: id }),
  )
  const settings: Record<string, unknown> = parameters
  return {
    prompt: promptOf(settings),
    negative_prompt: textOf(settings['negative_prompt']),
    model: textOf(settings['model']),
    images: images.map(({ id: image, url, width, height, rating }) => ({
      id: image,
      url,
      width,
      height,
      rating,
    })),
  }
}
