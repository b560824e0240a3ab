import { readFile } from 'node:fs/promises'
import { type APIRequestContext, expect, test } from '@playwright/test'
import sharp from 'sharp'
import { photographFile } from '#scripts/support/photographs.ts'
import { acceptAdvice } from './advice.ts'
import { newPerson, payStarter, signIn } from './people.ts'
import { expectSound } from './sound.ts'

/** A studio of four photos, about which there is advice. */
async function makeStudio(request: APIRequestContext, headers: Record<string, string>) {
  const data = { project_name: 'Coffee', object_type: 'object', consent: { subject: 'none' } }
  const made = await request.post('/api/lora_trainings/', { headers, data })
  const { id } = (await made.json()) as { id: string }
  const coffee = await readFile(photographFile('coffee'))
  for (const turn of [0, 25, 50, 75]) {
    const buffer = await sharp(coffee).modulate({ hue: turn }).jpeg().toBuffer()
    const image = { name: 'coffee.jpg', mimeType: 'image/jpeg', buffer }
    const multipart = { lora_training: id, image }
    const sent = await request.post('/api/lora_trainings/upload_image/', { headers, multipart })
    expect(sent.status()).toBe(201)
  }
}

test('the list shows the price and the advice before a training is started', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const person = await newPerson(request)
  await payStarter(request, person)
  await makeStudio(request, { authorization: `Token ${person.token}` })
  await signIn(context, person, baseURL!)
  let started = false
  page.on('request', (sent) => {
    if (sent.url().endsWith('/start_training/')) started = true
  })
  await page.goto('/train/loras/all')
  await page.getByRole('button', { name: 'Start Training' }).click()
  await expect(page.getByText(/^Training costs 1,000 credits/)).toBeVisible()
  await expect(page.getByText(/^This price is valid until /)).toBeVisible()
  const advice = page.getByRole('group', { name: 'Warnings to ignore' })
  await expect(advice).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start Training' })).toBeDisabled()
  // A fresh installation has trained nothing yet: the engine brings a result of its own.
  const drawn = page.getByRole('img', { name: 'Image 1 drawn with Barnaby Bear' })
  await drawn.scrollIntoViewIfNeeded()
  await expect
    .poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await expectSound(page)
  await acceptAdvice(page)
  await expect(page.getByRole('button', { name: 'Start Training' })).toBeEnabled()
  expect(started).toBe(false)
})
