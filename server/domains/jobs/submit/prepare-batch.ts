import type { BatchRequest } from '#contract/jobs/batch.ts'
import { AppError, type FieldSentences, invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { type PreparedJob, prepareOrder } from './prepare-job.ts'
import {
  type OrderDeps,
  prepareEach,
  readingOnce,
  refusalOf,
  spendReading,
} from './prepare-many.ts'

/**
 * Checks the requests of a batch: all of one tool or all drawings of one type, each as it would be checked by itself.
 * @param seed for drawing words of requests without one; left out: random, another one for each
 * @throws {AppError} `invalid` naming `jobs`, with the place of each that does not fit; `unavailable`, `throttled`
 */
export async function prepareBatch(
  deps: OrderDeps,
  userId: string,
  { jobs }: BatchRequest,
  seed?: number,
): Promise<PreparedJob[]> {
  if (new Set(jobs.map(({ type }) => type)).size > 1)
    throw invalidField('jobs', t('jobs.batchOneType'))
  if (jobs.some(({ quote }) => quote !== undefined))
    throw invalidField('jobs', t('jobs.batchOneQuote'))
  await spendReading(deps, userId, { requests: jobs, field: 'jobs' })
  const once = readingOnce(deps, userId)
  const settled = await prepareEach(deps, jobs, async (request) => {
    const job = await prepareOrder(once, userId, request, seed)
    if (!job.resolved.kind.inBatches) throw invalidField('type', t('jobs.batchOfDrawings'))
    if (job.verdict.allowed && job.resolved.words?.refusal) throw job.resolved.words.refusal
    return job
  })
  refuseBatch(settled, 'Jobs of a batch do not fit')
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

/**
 * Refuses a batch of which jobs were refused, with the place of each.
 * @param message for the log
 * @throws {AppError} `invalid` naming `jobs`, or what failed otherwise
 */
export function refuseBatch(
  settled: readonly PromiseSettledResult<unknown>[],
  message: string,
): void {
  const problems = settled.flatMap((one, place) =>
    one.status === 'rejected' ? messagesAt(place, refusalOf(one)) : [],
  )
  if (problems.length > 0) throw new AppError('invalid', message, { fields: { jobs: problems } })
}

const messagesAt = (place: number, fields: FieldSentences): string[] =>
  Object.entries(fields).flatMap(([field, messages]) =>
    messages.map((message) => `${place}.${field}: ${message}`),
  )
