import { expect, test } from '@playwright/test'
import { openCreatePage, stage, startJob } from './creating.ts'
import { expectSound } from './sound.ts'

test('a long prompt leaves room for the picture and for what can be done with it', async ({
  page,
  baseURL,
  isMobile,
}) => {
  const long = `a red apple ${'and a quite long word '.repeat(60)}${'x'.repeat(400)}`
  const person = await openCreatePage(page, baseURL!, `?prompt=${encodeURIComponent(long)}`)
  const unknown = page.getByText('Not known:').first()
  await expect(unknown).toBeVisible()
  expect((await unknown.boundingBox())!.height).toBeLessThan(48)
  if (isMobile) {
    // The composer lies over the pictures: it is as long as the prompt only while somebody is at it.
    const field = page.getByLabel('Prompt', { exact: true })
    const fieldHeight = async () => (await field.boundingBox())!.height
    await expect.poll(fieldHeight).toBeLessThan(100)
    await field.focus()
    await expect.poll(fieldHeight).toBeGreaterThan(150)
    await page.getByRole('button', { name: 'Settings' }).focus()
    await expect.poll(fieldHeight).toBeLessThan(100)
  }

  await startJob(page, person, { prompt: long, num_images: 1 })
  const card = stage(page).getByRole('article')
  const picture = card.getByRole('button', { name: /^Open image/ })
  await expect(picture).toBeVisible({ timeout: 40_000 })
  // While the page puts the finished picture in, there may be none for a moment.
  const above = async () => {
    const [own, whole] = [await picture.boundingBox(), await card.boundingBox()]
    return own && whole ? own.y - whole.y : Infinity
  }
  await expect.poll(above).toBeLessThan(60)
  const all = card.getByRole('button', { name: 'Show all' })
  await expect(all).toHaveAttribute('aria-expanded', 'false')
  await all.press('Enter')
  await expect.poll(above).toBeGreaterThan(100)
  await expectSound(page)
  await card.getByRole('button', { name: 'Show less' }).click()
  await expect.poll(above).toBeLessThan(60)

  await picture.click()
  const viewer = page.getByRole('dialog')
  const title = viewer.getByRole('heading', { name: 'Prompt' })
  const download = viewer.getByRole('button', { name: 'Download', exact: true })
  const between = async () => (await download.boundingBox())!.y - (await title.boundingBox())!.y
  await viewer.getByRole('button', { name: 'Show all' }).waitFor()
  await expect(download).toBeInViewport({ ratio: 1 })
  await expect.poll(between).toBeLessThan(250)
  await viewer.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(between).toBeGreaterThan(450)
  await viewer.getByRole('button', { name: 'Show less' }).click()
  await expect.poll(between).toBeLessThan(250)
})
