import { type APIRequestContext, expect, type Page, request, test } from '@playwright/test'
import sharp from 'sharp'
import { photographFile } from '#scripts/support/photographs.ts'
import { type OwnApp, startOwnApp } from './own-app.ts'
import { newPerson, payStarter, type Person, signIn } from './people.ts'
import { expectSound } from './sound.ts'

/** A training takes a minute, and on a busy machine several; it is stopped at its first checkpoint. */
test.setTimeout(1_200_000)
const TRAINING = { timeout: 480_000 }
/** Photos are sent one after the other, and the faces of each are looked for before the next. */
const PHOTOS = { timeout: 60_000 }

const shots = process.env['STUDIO_SHOTS']
const shoot = async (page: Page, name: string): Promise<void> => {
  if (!shots) return
  const width = page.viewportSize()?.width
  for (const scheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.evaluate(
      (to) => document.documentElement.setAttribute('data-mantine-color-scheme', to),
      scheme,
    )
    await page.screenshot({ path: `${shots}/${name}-${width}-${scheme}.png`, fullPage: true })
  }
}

/** Six good photos of a cat, and two bad ones. */
async function photosOfChelsea() {
  const cat = () => sharp(photographFile('chelsea')).resize(1100)
  const part = (left: number, top: number, edge: number) =>
    cat().extract({ left, top, width: edge, height: edge })
  const files = [
    cat(),
    part(0, 0, 700).modulate({ brightness: 1.25 }),
    part(380, 0, 700).flop().modulate({ brightness: 0.8 }),
    part(100, 60, 600).modulate({ saturation: 0.4 }),
    part(300, 80, 620).rotate(8, { background: '#7a8f6a' }),
    part(200, 20, 680).flop().modulate({ hue: 20 }),
    cat().resize(140),
    cat().blur(25),
  ]
  return Promise.all(
    files.map(async (file, at) => ({
      name: `chelsea-${at + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await file.jpeg({ quality: 92 }).toBuffer(),
    })),
  )
}

let app: OwnApp
let http: APIRequestContext
let person: Person

test.beforeAll(async () => {
  app = await startOwnApp({}, 'tests/support/short-training-program.ts')
  http = await request.newContext({ baseURL: app.url })
  person = await newPerson(http)
  await payStarter(http, person)
})
test.afterAll(async () => {
  await http.dispose()
  await app.dispose()
})

const creditsOf = async (): Promise<{ credits: number; held: number }> => {
  const answer = await http.get('/api/users/me/', {
    headers: { authorization: `Token ${person.token}` },
  })
  const me = (await answer.json()) as { credits: number; credits_held: number }
  return { credits: me.credits, held: me.credits_held }
}

test('a studio is trained although the server is killed twice, its model shows the subject, and all of it is deleted', async ({
  page,
  context,
}) => {
  await signIn(context, person, app.url)
  await expect.poll(async () => (await creditsOf()).credits).toBeGreaterThan(4000)

  await page.goto(`${app.url}/train/loras/create`)
  await page.getByLabel('Name').fill('Chelsea')
  await page.getByRole('radio', { name: 'A pet' }).check()
  await page.getByRole('radio', { name: /Nobody can be recognized/ }).check()
  await page.getByRole('button', { name: 'Continue to photos' }).click()

  const photos = page.getByRole('list', { name: 'Photos of this studio' })
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photosOfChelsea())
  // Nothing starts without the photos that are on their way.
  await expect(page.getByText('Your photos are still being checked.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start Training' })).toBeDisabled()
  // What its pixels tell is said while the photos before it are still being sent.
  await expect(page.getByText('Too small (140 x 93 pixels)', { exact: false })).toBeVisible()
  await expect(photos.getByRole('listitem').filter({ hasText: 'Photo 8' })).toBeVisible(PHOTOS)
  await expect(page.getByText(/^Checking /)).toHaveCount(0)
  await expect(page.getByText('Needs work')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start Training' })).toBeDisabled()
  await expectSound(page)
  await shoot(page, 'photos')
  await page.getByRole('button', { name: 'Delete photo 8' }).click()
  await expect(photos.getByRole('listitem').filter({ hasText: 'Photo 8' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete photo 7' }).click()
  await expect(photos.getByRole('listitem').filter({ hasText: 'Photo 7' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Crop photo 1', exact: true }).click()
  const square = page.getByRole('button', { name: 'Training area' })
  await square.focus()
  const place = page.getByText(/pixels, \d+ from the left/)
  await expect(place).toContainText('184 from the left')
  await page.keyboard.press('ArrowRight')
  await expect(place).toContainText('199 from the left')
  await expectSound(page)
  await shoot(page, 'crop')
  await page.getByRole('button', { name: 'Save crop' }).click()
  await expect(square).toHaveCount(0)

  await expect(page.getByText('2 of your 2 models for this month left.')).toBeVisible()
  await expect(page.getByText('Ready to train', { exact: true })).toBeVisible()
  await shoot(page, 'start')
  const { credits: before } = await creditsOf()
  await page.getByRole('button', { name: 'Start Training' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Spend 1,000 credits?' })
  await expect(confirmation.getByText('Left after that')).toBeVisible()
  await expectSound(page)
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirmation).toHaveCount(0)
  expect(await creditsOf()).toEqual({ credits: before, held: 0 })
  await page.getByRole('button', { name: 'Start Training' }).click()
  await confirmation.getByRole('button', { name: 'Spend 1,000 credits' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Chelsea' })).toBeVisible()
  await expect.poll(creditsOf).toEqual({ credits: before - 1000, held: 1000 })
  await expect(page.getByText(/^[1-9]\d* % done/)).toBeVisible(TRAINING)

  await app.killAndStart()
  await page.reload()
  await expect(page.getByText(/^\d\d % done/)).toBeVisible(TRAINING)
  await app.killAndStart()
  await page.reload()
  await expect(page.getByText(/^A version is saved/)).toBeVisible(TRAINING)
  await expect(page.getByRole('heading', { name: 'Samples' })).toBeVisible()
  await expectSound(page)
  await shoot(page, 'training')
  await page.getByRole('button', { name: 'Stop training' }).click()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()

  // The step that it is at is done first.
  await expect(page.getByText('Your training is ready! Click below.')).toBeVisible(TRAINING)
  await expect(page.getByRole('heading', { name: 'In your images' })).toBeVisible()
  await expectSound(page)
  await shoot(page, 'done')
  const { credits: after, held } = await creditsOf()
  expect(held).toBe(0)
  expect(before - after).toBeGreaterThan(0)
  expect(before - after).toBeLessThan(1000)

  await page.getByRole('link', { name: 'Use Model' }).click()
  await expect(page).toHaveURL(/text-to-image/)
  const prompt = page.getByLabel('Prompt', { exact: true })
  await expect(prompt).toHaveValue('Chelsea on the grass, sticker style')
  await prompt.fill('chelsea on the grass, sticker style')
  await page.getByRole('button', { name: /^Generate/ }).click()
  const drawn = page.getByRole('img', { name: /chelsea on the grass/ }).first()
  await expect(drawn).toBeVisible(TRAINING)
  await shoot(page, 'used')

  await page.goto(`${app.url}/train/loras/all`)
  await shoot(page, 'list')
  await page.getByRole('button', { name: 'Delete Chelsea' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText(/^Removed for good: 6 photos/)).toBeVisible()
  await expect(page.getByText(/The model chelsea-[0-9a-f]{10} is deleted, too\./)).toBeVisible()
  await expect(page.getByText('No Studios found.')).toBeVisible()
  const check = await app.command('billing', 'reconcile')
  expect(check.code, check.stdout).toBe(0)
})
