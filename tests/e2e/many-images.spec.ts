import { expect, type Page, test } from '@playwright/test'
import { openCreatePage, SEED, stage } from './creating.ts'
import { inSettings } from './settings.ts'
import { expectSound } from './sound.ts'

const WORK_MS = 60_000

const choose = (page: Page, count: string) =>
  inSettings(page, (settings) =>
    settings.getByRole('radiogroup', { name: 'Images' }).getByText(count, { exact: true }).click(),
  )

/** Of the person who is signed in. */
async function creditsOf(page: Page): Promise<number> {
  const answer = await page.request.get('/api/users/me/')
  return ((await answer.json()) as { credits: number }).credits
}

test('sixteen images are ordered at one price, wait a line each four, and are cancelled one by one or all', async ({
  page,
  baseURL,
}) => {
  // The first one draws on until it is cancelled, on fast machines too.
  const link = '?prompt=a+red+apple&width=1024&height=1024&steps=100&sampler=Heun'
  await openCreatePage(page, baseURL!, link)
  // 40 free credits, 10 of the login bonus.
  const before = 50
  await expect.poll(() => creditsOf(page)).toBe(before)
  await choose(page, '16')
  await expectSound(page)
  await page.getByRole('button', { name: 'Generate - 16 credits' }).click()
  const jobs = stage(page).getByRole('article', { name: 'Generation: a red apple' })
  await expect(jobs).toHaveCount(4)
  const lines = stage(page).getByRole('button', { name: 'Cancel: a red apple' })
  await expect(lines).toHaveCount(3)
  await expectSound(page)

  await page.reload()
  await expect(lines).toHaveCount(3)
  await lines.last().click()
  await expect(lines).toHaveCount(2)
  await expect.poll(() => creditsOf(page)).toBe(before - 12)
  await stage(page).getByRole('button', { name: 'Cancel all' }).click()
  await expect(stage(page).getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0)
  await expect(lines).toHaveCount(0)
  await expect.poll(() => creditsOf(page)).toBe(before)
})

test('eight images come with seeds that go on, and are there after a reload', async ({
  page,
  baseURL,
}) => {
  const link = `?prompt=a+red+apple&width=64&height=64&steps=1&seed=${SEED}`
  await openCreatePage(page, baseURL!, link)
  await choose(page, '8')
  await page.getByRole('button', { name: 'Generate - 8 credits' }).click()
  const images = stage(page).getByRole('button', { name: /^Open image/ })
  await expect(images).toHaveCount(8, { timeout: WORK_MS })
  await page.reload()
  await expect(images).toHaveCount(8)
  const answer = await page.request.get('/api/prediction_images/?limit=20')
  const { results } = (await answer.json()) as { results: { seed: number }[] }
  expect(results.map(({ seed }) => seed).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 8 }, (_, index) => SEED + index),
  )
})
