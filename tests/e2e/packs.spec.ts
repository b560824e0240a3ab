import { expect, test } from '@playwright/test'
import type { PackDetail } from '#contract/packs.ts'
import { cancelJob, LONG, startJob } from './creating.ts'
import { newPerson, signedIn } from './people.ts'
import { expectSoundInBothWidths } from './sound.ts'

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

test('a photo pack is found, run, one of its prompts is changed, the rest is stopped, and only what came is paid', async ({
  page,
  request,
  baseURL,
}) => {
  test.slow()
  await page.goto('/packs/photo-packs/all')
  const packs = page.getByRole('list', { name: 'Photo packs' })
  await expect(packs.getByRole('heading', { level: 2 })).toHaveCount(6)
  await expectSoundInBothWidths(page)

  const person = await signedIn(page, baseURL!)
  await page.goto('/packs/photo-packs/all')
  await page.getByLabel('Search').fill('forest')
  await expect(packs.getByRole('heading', { level: 2 })).toHaveCount(1)
  await page.getByRole('button', { name: 'Favorite: Forest friends' }).click()
  await expect(page.getByRole('button', { name: 'Favorite: Forest friends' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await packs.getByRole('link', { name: 'Forest friends' }).click()
  await expect(page.getByRole('heading', { name: 'Made with this pack' })).toBeVisible()
  await expectSoundInBothWidths(page)

  // Somebody else's image is drawn meanwhile, and the next of theirs comes after the first shot, so that the run can be looked at.
  const other = await newPerson(request)
  const before = await startJob(page, other, LONG)
  await page.getByRole('button', { name: 'Make all - 12 credits' }).click()
  await expect(page).toHaveURL(/\/packs\/my-photo-packs\/.+/)
  const shots = page.getByRole('list', { name: 'Shots' }).getByRole('listitem')
  await expect(shots).toHaveCount(12)
  await page.getByRole('button', { name: 'Change prompt of shot 12' }).click()
  await page.getByLabel('Prompt of shot 12').fill('a penguin')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(shots.last()).toContainText('a penguin')
  const after = await startJob(page, other, LONG)
  await cancelJob(page, other, before)
  await expect(page.getByText(/^In progress · [1-9]\d* of 12 delivered$/)).toBeVisible({
    timeout: 120_000,
  })
  await expectSoundInBothWidths(page)
  await page.getByRole('button', { name: 'Stop and refund the rest' }).click()
  await expect(page.getByText(/^Stopped · \d+ of 12 delivered$/)).toBeVisible()
  await cancelJob(page, other, after)
  await expectSoundInBothWidths(page)

  const headers = { authorization: `Token ${person.token}` }
  const { results } = await (await page.request.get('/api/photo_packs/my/', { headers })).json()
  const { counts, cost } = results[0]
  expect(cost).toEqual({
    quoted: 12,
    held: 0,
    captured: counts.delivered,
    released: 12 - counts.delivered,
  })
  const me = await (await page.request.get('/api/users/me/', { headers })).json()
  expect([me.credits_held, me.credits % 10]).toEqual([0, (10 - (counts.delivered % 10)) % 10])
  await page.goto('/packs/my-photo-packs')
  await expect(page.getByRole('link', { name: 'Forest friends' })).toBeVisible()
  await expectSoundInBothWidths(page)
})

test('a pack is written, changed and offered', async ({ page, baseURL }) => {
  await page.goto('/packs/photo-packs/create')
  await expect(page).toHaveURL(/\/register\?next=/)
  const person = await signedIn(page, baseURL!)
  await page.goto('/packs/photo-packs/create')
  await page.getByLabel('Title').fill('Ten owls')
  await page.getByLabel('Prompts, one per line').fill('an owl')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Write 10 to 40 prompts, one per line.')).toBeVisible()
  await expectSoundInBothWidths(page)
  const lines = Array.from({ length: 10 }, (_, index) => `{subject} with ${index + 1} owls`)
  await page.getByLabel('Prompts, one per line').fill(lines.join('\n'))
  await page.getByText('More: size, seed and style of each shot').click()
  await page.getByLabel('Shot', { exact: true }).selectOption('3. {subject} with 3 owls')
  await page.getByLabel('Negative prompt').fill('a cat')
  await page.getByLabel('Style', { exact: true }).selectOption('Sticker')
  await page.getByLabel('Width').fill('500')
  await page.getByLabel('Seed').fill('7')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('From 64 to 2048 pixels, in steps of 8.')).toBeVisible()
  await expectSoundInBothWidths(page)
  await page.getByLabel('Width').fill('640')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ten owls' })).toBeVisible()
  await expect(page.getByText('This pack needs a model of a person.')).toBeVisible()
  await expectSoundInBothWidths(page)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Title').fill('Ten wise owls')
  // A prompt that is put in before it takes nothing of the third.
  await page.getByLabel('Prompts, one per line').fill(['{subject} alone', ...lines].join('\n'))
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ten wise owls' })).toBeVisible()
  const { token } = person
  const id = page.url().split('/').at(-1)!
  const pack = await page.request.get(`/api/photo_packs/${id}/`, {
    headers: { Authorization: `Token ${token}` },
  })
  const { shots } = (await pack.json()) as PackDetail
  expect(shots[3]).toMatchObject({
    prompt: '{subject} with 3 owls',
    negative_prompt: 'a cat',
    style: 'sticker',
    seed: 7,
    width: 640,
    height: 512,
  })
  expect(shots.filter(({ seed }) => seed !== null)).toHaveLength(1)
  await page.getByRole('button', { name: 'Submit for publication' }).click()
  await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
  await page.goto('/packs/photo-packs/all?show=mine')
  await expect(page.getByRole('link', { name: 'Ten wise owls' })).toBeVisible()
})
