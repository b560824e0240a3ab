import { expect, type Page } from '@playwright/test'
import type { Job } from '#contract/inference-jobs.ts'
import { newPerson, type Person, signIn } from './people.ts'

/** Signs somebody new in and opens the page. */
export async function openCreatePage(page: Page, baseURL: string, search = ''): Promise<Person> {
  const person = await newPerson(page.request)
  await signIn(page.context(), person, baseURL)
  await page.goto(`/text-to-image${search}`)
  return person
}

/** Of every picture that is drawn at few steps: by chance the classifier may doubt one, which is then covered. */
export const SEED = 7
/** Draws on while the page is looked at, on fast machines too. */
export const LONG = { steps: 100, sampler: 'Heun', num_images: 4, width: 2048, height: 2048 }

/** Starts a job past the page: the smallest that the engine makes, unless told otherwise. */
export async function startJob(page: Page, person: Person, request: object = {}): Promise<Job> {
  const answer = await page.request.post('/api/inference_jobs/', {
    headers: { Authorization: `Token ${person.token}` },
    data: {
      prompt: 'a red apple',
      seed: SEED,
      width: 64,
      height: 64,
      steps: 1,
      num_images: 2,
      ...request,
    },
  })
  expect(answer.status()).toBe(201)
  return (await answer.json()) as Job
}

/** Where the pictures are. */
export const stage = (page: Page) => page.getByRole('region', { name: 'Pictures' })
