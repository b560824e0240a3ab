import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Job } from '#contract/inference-jobs.ts'
import { readLayers } from '#engine/diffusion/lora/fit-loras.ts'
import { loraMatrices, writeSafetensors } from '#tests/support/safetensors.ts'
import { newPerson, type Person, signIn } from './people.ts'
import { inSettings } from './settings.ts'

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

/** Cancels a job past the page. */
export async function cancelJob(page: Page, { token }: Person, { id }: Job): Promise<void> {
  const answer = await page.request.post(`/api/inference_jobs/${id}/cancel/`, {
    headers: { Authorization: `Token ${token}` },
  })
  expect(answer.ok()).toBe(true)
}

/** Where the pictures are. */
export const stage = (page: Page) => page.getByRole('region', { name: 'Images' })

/** Types a number into a field of the settings. */
export async function changeSetting(page: Page, label: string, value: string): Promise<void> {
  await inSettings(page, async (settings) => {
    const field = settings.getByRole('textbox', { name: label, exact: true })
    await field.fill(value)
    await field.blur()
  })
}

/** Puts a LoRA for the built-in model where the engine finds it. */
export async function putLora(name: string): Promise<void> {
  const { layers } = await readLayers('models/text-to-image', 'unet')
  const [layer, { shape }] = [...layers].find(([, { nodes }]) => nodes[0]!.operator === 'MatMul')!
  const [out = 0, ...inner] = shape
  const folder = join(process.env['E2E_DATA_DIR'] ?? '', 'loras')
  mkdirSync(folder, { recursive: true })
  const matrices = loraMatrices(`lora_unet_${layer}`, { out, rank: 2, inner, size: 0.1 })
  writeSafetensors(join(folder, `${name}.safetensors`), matrices)
}
