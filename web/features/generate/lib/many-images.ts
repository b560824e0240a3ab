import type { DrawingRequestInput } from '#contract/generation-request.ts'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import { readJobProblem } from '#web/lib/errors.ts'
import type { FieldProblems, OrderInput } from './order.ts'

/** How many images the page offers; past those of one job they are shared out to several. */
export const COUNTS: readonly number[] = [1, 2, 3, 4, 8, 12, 16]

/** Images of a set. */
export const SET_SIZE = 6

const SEEDS = LIMITS.seed.max + 1

/**
 * What is ordered for the request of a form: the request itself, or a batch of jobs where it asks for more images than one
 * job makes. Seeds that are given go on from job to job, so that image i of all has the seed + i modulo 2^32, as within a
 * job; those that are left open are drawn for each.
 * @param request with the images of all jobs as its count
 * @param isSet whether each image shows one of the things that the prompt lists, in turn
 */
export function orderOf(request: DrawingRequestInput, isSet = false): OrderInput {
  if (isSet) return { jobs: jobsOfSet(request) }
  const { num_images: count = 1 } = request
  if (count <= LIMITS.images.max) return request
  const number = Math.ceil(count / LIMITS.images.max)
  const { seed = null, variation_seed: variation } = request
  let before = 0
  const jobs = Array.from({ length: number }, (_, place) => {
    // As even as can be: a job of one image alone would look like something else.
    const own = Math.ceil((count - before) / (number - place))
    const from = (first: number) => (first + before) % SEEDS
    const job = {
      ...request,
      num_images: own,
      ...(seed !== null && { seed: from(seed) }),
      ...(variation !== undefined && { variation_seed: from(variation) }),
    }
    before += own
    return job
  })
  return { jobs }
}

function jobsOfSet(request: DrawingRequestInput): DrawingRequestInput[] {
  const listed = request.prompt.split(/[,;\n]/).map((part) => part.trim())
  const things = listed.filter((part) => part !== '')
  const { seed = null } = request
  return Array.from({ length: SET_SIZE }, (_, place) => ({
    ...request,
    prompt: things[place % things.length] ?? request.prompt,
    num_images: 1,
    ...(seed !== null && { seed: (seed + place) % SEEDS }),
  }))
}

/** What the server has against an order, by field of the form: the jobs of a batch all come from it. */
export function problemsOfForm({ jobs, ...fields }: FieldProblems): FieldProblems {
  if (jobs === undefined) return fields
  const problem = readJobProblem(jobs)
  return problem === null ? { ...fields, jobs } : { [problem.field]: problem.text, ...fields }
}
