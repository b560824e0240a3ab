import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/inference-jobs.ts'
import { explicitNoise } from '#tests/support/pictures.ts'
import {
  cancelJob,
  changeSetting,
  LONG,
  openCreatePage,
  putLora,
  SEED,
  stage,
  startJob,
} from './creating.ts'
import { newPerson, type Person, signIn } from './people.ts'
import { askForOne } from './settings.ts'
import { expectSound, expectSoundInBothWidths } from './sound.ts'

/** The newest job of a person, once it has delivered. */
async function delivered(page: Page, { token }: Person): Promise<Job> {
  let job: Job | undefined
  await expect(async () => {
    const headers = { Authorization: `Token ${token}` }
    const answer = await page.request.get('/api/inference_jobs/success/', { headers })
    job = ((await answer.json()) as { results: Job[] }).results[0]
    expect(job?.status).toBe('S')
  }).toPass({ timeout: 60_000 })
  return job!
}

test('a prompt becomes an image that was paid for with a credit', async ({ page, baseURL }) => {
  // Enough steps for one of them to be seen on a fast machine.
  await openCreatePage(page, baseURL!, '?prompt=a%20red%20fox%20in%20the%20snow&steps=60')
  await expect(page.getByLabel('Prompt', { exact: true })).toHaveValue('a red fox in the snow')
  await expect(page).toHaveURL(/\/text-to-image\?prompt=/)
  // Four pictures cost four credits; the price is on the button before it is pressed.
  const generate = page.getByRole('button', { name: 'Generate - 4 credits' })
  await expect(generate).toBeEnabled()
  await expectSound(page)

  await generate.click()
  // The engine may be busy with another test's job first.
  await expect(stage(page).getByText(/\d+% drawn/)).toBeVisible({ timeout: 40_000 })
  await expectSound(page)
  const pictures = stage(page).getByRole('button', { name: /^Open image/ })
  await expect(pictures).toHaveCount(4, { timeout: 60_000 })
  const { credits } = (await (await page.request.get('/api/users/me/')).json()) as {
    credits: number
  }
  // 40 free credits, 10 of the login bonus, less four pictures.
  expect(credits).toBe(46)

  await page.reload()
  await expect(pictures).toHaveCount(4)
  await pictures.first().click()
  const viewer = page.getByRole('dialog')
  await expect(viewer.getByText('a red fox in the snow')).toBeVisible()
  await expect(viewer.getByText('Euler a')).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Delete')
  await expect(page.getByText('Moved to trash.')).toBeVisible()
  // The message is as wide as a phone; beside it the way out stays free.
  if (page.viewportSize()!.width < 600) await page.keyboard.press('Escape')
  else await viewer.getByRole('button', { name: 'Close' }).click({ timeout: 3000 })
  await expect(pictures).toHaveCount(3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(pictures).toHaveCount(4)
})

test(
  'cancelling gives back what was not delivered',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    const link = '?selected_mode=advanced&prompt=a%20castle&width=1024&height=1024'
    await openCreatePage(page, baseURL!, link)
    // Long enough to be caught in the middle.
    await changeSetting(page, 'Steps', '100')
    await page.getByLabel('Prompt', { exact: true }).press('Control+Enter')
    await stage(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(stage(page).getByText(/Canceled\./)).toBeVisible()
    // The button that had the focus is gone: it is on what came of the job.
    await expect(stage(page).locator('article:focus')).toContainText('Canceled.')
    await expect(async () => {
      const me = (await (await page.request.get('/api/users/me/')).json()) as {
        credits: number
        credits_held: number
      }
      expect(me.credits_held).toBe(0)
      const pictures = await stage(page)
        .getByRole('button', { name: /^Open image/ })
        .count()
      expect(me.credits).toBe(50 - pictures)
    }).toPass()
  },
)

test(
  'a link to a LoRA that is not there says so and costs nothing',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    await openCreatePage(page, baseURL!, '?prompt=a%20cat&lora_models=missing&lora_weights=1.3')
    const chips = page.getByRole('list', { name: 'LoRAs of this prompt' })
    await expect(chips.getByRole('listitem')).toHaveText(['missing 1.3'])
    await expect(page.getByText('There is no LoRA named "missing".')).toBeVisible()
    await page.getByRole('button', { name: /^Generate/ }).click()
    await expect(stage(page).getByRole('article')).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove missing' }).click()
    await expect(page.getByText('There is no LoRA named "missing".')).toBeHidden()
  },
)

test(
  'a link to a model that is not there names it and offers the default one',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    await openCreatePage(page, baseURL!, '?prompt=a%20cat&model=gone')
    await expect(page.getByText('There is no model “gone” here.')).toBeVisible()
    const generate = page.getByRole('button', { name: /^Generate/ })
    await expect(generate).toBeDisabled()
    await page.getByRole('button', { name: 'Use the default model' }).click()
    await expect(generate).toBeEnabled()
  },
)

test(
  'a LoRA of the prompt is shown and drawn with',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    await putLora('e2e-shade')
    await openCreatePage(
      page,
      baseURL!,
      '?selected_mode=advanced&prompt=a%20cat%20<lora:e2e-shade:0.8>',
    )
    const chips = page.getByRole('list', { name: 'LoRAs of this prompt' })
    await expect(chips.getByRole('listitem')).toHaveText(['e2e-shade 0.8'])
    await expect(page.getByText(/There is no LoRA|cannot be used/)).toBeHidden()
    await changeSetting(page, 'Steps', '2')
    await changeSetting(page, 'Seed', String(SEED))
    await askForOne(page)
    await page.getByRole('button', { name: /^Generate/ }).click()
    const picture = stage(page).getByRole('button', { name: /^Open image/ })
    await expect(picture).toHaveCount(1, { timeout: 60_000 })
    await picture.click()
    await expect(page.getByRole('dialog').getByText('a cat <lora:e2e-shade:0.8>')).toBeVisible()
  },
)

test(
  'what may not suit everybody is covered wherever it stands',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    await page.route('**/api/prediction_images/**', async (route) => {
      const answer = await route.fetch()
      const text = (await answer.text()).replaceAll('"rating":"PG"', '"rating":"Mature"')
      await route.fulfill({ response: answer, body: text })
    })
    const person = await openCreatePage(page, baseURL!)
    await startJob(page, person, { num_images: 2 })
    const covers = page.getByRole('button', {
      name: 'Show image: it may not be suitable for everyone',
    })
    const { images } = await delivered(page, person)
    await page.goto('/user/dashboard')
    await expect(covers).toHaveCount(2)
    await expectSoundInBothWidths(page)
    await covers.first().press('Enter')
    await expect(covers).toHaveCount(1)
    await expect(page.locator(`a[href*="view=${images.at(-1)!.id}"]`)).toBeFocused()

    await page.goto('/image-to-image')
    await expect(covers).toHaveCount(2)
    await page.getByRole('button', { name: 'From your images' }).click()
    const picker = page.getByRole('dialog', { name: 'Your images' })
    const covered = picker.getByRole('button', { name: /^Show image/ })
    await expect(covered).toHaveCount(2)
    await covered.first().click()
    await expect(covered).toHaveCount(1)
    await page.goto(`/image-to-image?image=${images[0]!.id}`)
    const chosen = page.getByRole('region', { name: 'Image to start from' })
    await chosen.getByRole('button', { name: /^Show image/ }).click()
    await expect(chosen.getByRole('button', { name: /^Show image/ })).toHaveCount(0)
    // What is still being read must not be cut off by the end of the test.
    await page.unrouteAll({ behavior: 'wait' })
  },
)

test(
  'an image that the classifier doubts is covered where a mask is painted',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    const person = await openCreatePage(page, baseURL!)
    const file = {
      name: 'noise.png',
      mimeType: 'image/png',
      buffer: await explicitNoise('doubtful'),
    }
    const uploaded = await page.request.post('/api/uploaded_images/upload_image/', {
      headers: { Authorization: `Token ${person.token}` },
      multipart: { image: file },
    })
    const { id } = (await uploaded.json()) as { id: string }
    // Given back as it is.
    const size = { width: 256, height: 256 }
    await startJob(page, person, { type: 'ITI', image: id, strength: 0, num_images: 1, ...size })
    const { images } = await delivered(page, person)
    await page.goto(`/image-to-image?image=${images[0]!.id}`)
    await page.getByRole('button', { name: 'Paint a mask' }).click()
    const editor = page.getByRole('dialog', { name: 'Paint a mask' })
    const cover = editor.getByRole('button', { name: /^Show image/ })
    const board = editor.getByRole('application', { name: 'Mask' })
    const undo = editor.getByRole('button', { name: 'Undo' })
    await expect(board.locator('img')).toHaveCSS('filter', /blur/)
    await expectSoundInBothWidths(page)
    // The cover is whole: what the pointer meets in a corner is the cover, not the brush.
    await cover.click({ position: { x: 4, y: 4 } })
    await expect(cover).toHaveCount(0)
    await expect(board.locator('img')).toHaveCSS('filter', 'none')
    await expect(undo).toBeDisabled()
    // The keyboard goes on with the brush.
    await page.keyboard.press('Space')
    await page.keyboard.press('Space')
    await expect(undo).toBeEnabled()
  },
)

test('a blank prompt is refused at the field', { tag: '@once' }, async ({ page, baseURL }) => {
  await openCreatePage(page, baseURL!)
  const prompt = page.getByLabel('Prompt', { exact: true })
  const complaint = page.getByText('Describe what you want to see first.')
  await page.getByRole('button', { name: /^Generate/ }).click()
  await expect(complaint).toBeVisible()
  await expect(prompt).toBeFocused()

  // So is one in which nothing is to be seen.
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await prompt.fill('\u200b \u2060')
  await expect(complaint).toBeHidden()
  await page.getByRole('button', { name: /^Generate/ }).click()
  await expect(complaint).toBeVisible()
  expect(asked).not.toContain('/api/inference_jobs/')
})

test(
  'signed out, the page shows what it does and the way in',
  { tag: '@once' },
  async ({ page }) => {
    await page.goto('/text-to-image')
    await expect(page.getByRole('heading', { name: 'Your images will show up here' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Log in to generate' })).toHaveAttribute(
      'href',
      '/login?nextUrl=%2Ftext-to-image',
    )
    await expectSoundInBothWidths(page)
  },
)

test(
  'an unverified address is told so, and how to go on',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    await signIn(page.context(), await newPerson(page.request, { verified: false }), baseURL!)
    await page.goto('/text-to-image?prompt=a%20cat')
    await expect(page.getByText('Verify your email first')).toBeVisible()
    // It stands alone: nothing asks for credits before.
    await expect(page.getByText(/credits missing|get more credits/i)).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Generate -/ })).toBeDisabled()
    await expectSoundInBothWidths(page)
    await page.getByRole('button', { name: 'Send it again' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
  },
)

test('the settings are in reach of finger and keyboard', async ({ page, baseURL }) => {
  await openCreatePage(page, baseURL!, '?selected_mode=advanced&prompt=a%20cat')
  await changeSetting(page, 'Steps', '3')
  await changeSetting(page, 'Seed', '7')
  const sheet = page.getByRole('button', { name: 'Settings, 2 changed' })
  const isPhone = await sheet.isVisible()
  if (isPhone) await sheet.click()
  await expect(page.getByRole('button', { name: 'Advanced settings 2 changed' })).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Steps', exact: true })).toHaveValue('20')
})

test(
  'a full queue costs nothing and names the ways on',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    const person = await openCreatePage(page, baseURL!, '?prompt=a%20bird')
    const jobs = [await startJob(page, person, LONG), await startJob(page, person, LONG)]
    await page.getByRole('button', { name: /^Generate -/ }).click()
    await expect(page.getByText('Your queue is full')).toBeVisible()
    await page.getByRole('button', { name: 'See plans with a longer queue' }).click()
    await expect(page.getByRole('dialog', { name: 'Upgrade your plan' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expectSoundInBothWidths(page)
    for (const job of jobs) await cancelJob(page, person, job)
    await expect(page.getByText('Your queue is full')).toBeHidden()
  },
)

test('a tile has its menu, and its viewer steps by keyboard and gives the focus back', async ({
  page,
  baseURL,
  isMobile,
}) => {
  const person = await openCreatePage(page, baseURL!)
  await startJob(page, person)
  const pictures = stage(page).getByRole('button', { name: /^Open image/ })
  await expect(pictures).toHaveCount(2, { timeout: 40_000 })
  await page.reload()
  // Under the pointer, and on a touch screen always.
  const tile = pictures.first().locator('..')
  const actions = tile.getByRole('button', { name: 'Actions' })
  if (!isMobile) {
    await expect(actions).toHaveCount(0)
    await tile.hover()
  }
  await actions.click()
  const download = page.getByRole('menuitem', { name: 'Download', exact: true })
  await expect(download).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(download).toBeHidden()
  await expect(actions).toBeFocused()
  await pictures.first().click()
  const viewer = page.getByRole('dialog')
  await expect(viewer).toBeVisible()
  const first = new URL(page.url()).searchParams.get('view')
  await page.keyboard.press('ArrowRight')
  await expect(page).not.toHaveURL(new RegExp(`view=${first}`))
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(pictures.nth(1)).toBeFocused()

  // A link may lead to a picture that is not on the first page of the history.
  await page.route('**/api/prediction_images/?limit=*', (route) =>
    route.fulfill({ json: { count: 0, next: null, previous: null, results: [] } }),
  )
  await page.goto(`/text-to-image?view=${first}`)
  await expect(viewer.getByText('a red apple')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
})

test(
  'the place in the queue follows, and a lost connection is said',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    const person = await openCreatePage(page, baseURL!)
    const job = await startJob(page, person, LONG)
    await expect(stage(page).getByRole('article')).toBeVisible()
    await page.route('**/api/inference_jobs/running/*', (route) => route.abort())
    await expect(stage(page).getByText('No connection')).toBeVisible({ timeout: 15_000 })
    await page.unroute('**/api/inference_jobs/running/*')
    await page.route('**/api/inference_jobs/running/*', async (route) => {
      const waiting = { ...job, queue: { position: 7, eta_p50: 40, eta_p90: 60 }, attempt: 9 }
      await route.fulfill({ json: { count: 1, next: null, previous: null, results: [waiting] } })
    })
    await expect(stage(page).getByText('7 jobs ahead of you, about 40 s')).toBeVisible({
      timeout: 15_000,
    })
    // Nobody waits for its pictures; other tests would wait for the engine.
    await cancelJob(page, person, job)
  },
)
