import { expect, test } from 'vitest'
import { promptOf } from '#contract/drawing-parameters.ts'
import { BatchRequest } from '#contract/jobs/batch.ts'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import { EMPTY_FORM, requestOfForm } from './form.ts'
import { COUNTS, orderOf, problemsOfForm } from './many-images.ts'

const order = (changes: Partial<typeof EMPTY_FORM>) =>
  orderOf(requestOfForm({ ...EMPTY_FORM, prompt: 'a red fox', ...changes }))

const jobsOf = (changes: Partial<typeof EMPTY_FORM>) => BatchRequest.parse(order(changes)).jobs

/** Counts of the jobs, with the place of a field. */
const seedsOf = (changes: Partial<typeof EMPTY_FORM>, field: 'seed' | 'variation_seed') =>
  jobsOf(changes).map((job) => (job as Record<string, unknown>)[field])

test('up to four images are one job, and more are jobs that a batch takes', () => {
  expect(COUNTS.map((numImages) => 'jobs' in order({ numImages }))).toEqual(
    COUNTS.map((count) => count > LIMITS.images.max),
  )
  const counts = (numImages: number) =>
    jobsOf({ numImages }).map((job) => 'num_images' in job && job.num_images)
  expect(counts(8)).toEqual([4, 4])
  expect(counts(12)).toEqual([4, 4, 4])
  expect(counts(16)).toEqual([4, 4, 4, 4])
  // As a preset may say that was made through the API.
  expect(counts(5)).toEqual([3, 2])
  expect(counts(15)).toEqual([4, 4, 4, 3])
})

test('a set is six images of the things that are listed, each in turn', () => {
  const setOf = (prompt: string, seed: number | null = null) => {
    const asked = requestOfForm({ ...EMPTY_FORM, prompt, seed, finish: 'sticker' })
    const { jobs } = BatchRequest.parse(orderOf(asked, true))
    return jobs.map((job) => [promptOf(job), 'seed' in job ? job.seed : undefined])
  }
  const prompts = (prompt: string) => setOf(prompt).map(([said]) => said)
  expect(prompts('fox, owl\n a blue cat ,')).toEqual([
    'fox',
    'owl',
    'a blue cat',
    'fox',
    'owl',
    'a blue cat',
  ])
  expect(prompts('a fox')).toEqual(Array(6).fill('a fox'))
  expect(prompts('a, b, c, d, e, f, g')).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  expect(setOf('a fox', LIMITS.seed.max).map(([, seed]) => seed)).toEqual([
    LIMITS.seed.max,
    0,
    1,
    2,
    3,
    4,
  ])
})

test('a seed goes on from job to job and around its end, and one left open stays open', () => {
  expect(seedsOf({ numImages: 16, seed: 7 }, 'seed')).toEqual([7, 11, 15, 19])
  expect(seedsOf({ numImages: 12, seed: 0 }, 'seed')).toEqual([0, 4, 8])
  expect(seedsOf({ numImages: 12, seed: LIMITS.seed.max - 4 }, 'seed')).toEqual([
    LIMITS.seed.max - 4,
    LIMITS.seed.max,
    3,
  ])
  expect(seedsOf({ numImages: 5, seed: 1 }, 'seed')).toEqual([1, 4])
  expect(seedsOf({ numImages: 8 }, 'seed')).toEqual([null, null])
})

test('the seed of a variation goes on, too', () => {
  const variation = { seed: LIMITS.seed.max, strength: 0.5 }
  expect(seedsOf({ numImages: 8, variation }, 'variation_seed')).toEqual([LIMITS.seed.max, 3])
  const open = { seed: null, strength: 0.5 }
  expect(seedsOf({ numImages: 8, variation: open }, 'variation_seed')).toEqual([
    undefined,
    undefined,
  ])
})

test('what is wrong with a job stands at the field of the form', () => {
  expect(problemsOfForm({ jobs: '0.prompt: Too long: by 3.' })).toEqual({
    prompt: 'Too long: by 3.',
  })
  expect(problemsOfForm({ jobs: 'Too many.' })).toEqual({ jobs: 'Too many.' })
  expect(problemsOfForm({ detail: 'No.' })).toEqual({ detail: 'No.' })
})
