import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { photographFile } from '#scripts/support/photographs.ts'
import { mailTo, signedIn } from './people.ts'
import { expectSound, expectSoundInBothWidths } from './sound.ts'

/** A cut-out on a busy machine. */
const WORK_MS = 120_000

test('a visitor drops a photo, registers, confirms the mail and downloads it in full size', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(
    page.getByText('Full size costs 1 credit, and 40 credits a month are free.'),
  ).toBeVisible()
  const photo = await readFile(photographFile('astronaut'))
  await page
    .getByRole('main')
    .locator('input[type=file]')
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo })
  const signUp = page.getByRole('link', { name: 'Sign up to download it in full size' })
  await expect(signUp).toBeVisible({ timeout: WORK_MS })
  await expectSound(page)
  const isTooWide = () => document.documentElement.scrollWidth > window.innerWidth
  expect(await page.evaluate(isTooWide)).toBe(false)

  await expect(page.getByText('Choose another photo').filter({ visible: true })).toBeVisible()
  await signUp.click()
  await expect(page.getByText('Your photo is ready')).toBeVisible()
  const main = page.getByRole('main')
  const preview = main.locator('img[src*="/media/"]')
  const drawn = () => preview.evaluate((image) => (image as HTMLImageElement).naturalWidth)
  await expect.poll(drawn).toBeGreaterThan(0)
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.reload({ waitUntil: 'networkidle' })
  await expect.poll(drawn).toBeGreaterThan(0)
  expect(faults).toEqual([])
  const email = `${randomUUID()}@example.org`
  const password = `pass-${randomUUID()}`
  await main.getByLabel('First name').fill('Ada')
  await main.getByLabel('Email').fill(email)
  const [first, second] = await main.locator('input[type=password]').all()
  await first!.fill(password)
  await second!.fill(password)
  await expectSound(page)
  await main.locator('button[type=submit]').click()
  await expect(page.getByRole('heading', { name: 'Thank you for registering' })).toBeVisible()

  const [link = ''] = (await mailTo(page.request, email)).links
  const { pathname, search } = new URL(link)
  await expect(page.getByText('Your photo is waiting behind that link')).toBeVisible()
  // The mail is often read on another device.
  const elsewhere = await browser.newContext({ baseURL: baseURL! })
  const phone = await elsewhere.newPage()
  await phone.goto(`${pathname}${search}`)
  await phone.getByLabel(/^Your password/).fill(password)
  await phone.getByRole('button', { name: 'Confirm address' }).click()

  const download = phone.getByRole('link', { name: 'Download' })
  await expect(download).toBeVisible({ timeout: WORK_MS })
  await expectSound(phone)
  const saving = phone.waitForEvent('download')
  await download.click()
  const file = await sharp(await (await saving).path()).metadata()
  const { width, height } = await sharp(photo).metadata()
  expect([file.width, file.height, file.hasAlpha]).toEqual([width, height, true])
  await elsewhere.close()
})

test(
  'somebody new sees what to make first, and a sample in one press',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    test.slow()
    await signedIn(page, baseURL!)
    await page.goto('/tools/all')
    const welcome = page.getByRole('region', { name: 'What would you like to make first?' })
    await expect(welcome.getByRole('listitem')).toHaveCount(3)
    await expectSoundInBothWidths(page)
    await welcome.getByRole('button', { name: 'No photo at hand? See a free sample' }).click()
    await expect(welcome.getByText('This sample was free.')).toBeVisible({ timeout: WORK_MS })
    await expectSoundInBothWidths(page)
    // A file that is chosen here waits on the page of the tool.
    await welcome
      .getByLabel('A photo without its background')
      .setInputFiles(photographFile('astronaut'))
    await expect(page).toHaveURL(/\/tools\/background-removal$/)
    await page.getByRole('button', { name: 'Remove background - 1 credit' }).click()
    await expect(page.getByRole('button', { name: 'Favorite' })).toBeVisible({ timeout: WORK_MS })
    await expectSoundInBothWidths(page)
  },
)

test(
  'a photo that is deleted by now is not promised to who registers',
  { tag: '@once' },
  async ({ page }) => {
    await page.goto(`/register?nextUrl=${encodeURIComponent(`/try/${'x'.repeat(43)}`)}`)
    await expect(page.getByRole('heading', { name: 'Create your' })).toBeVisible()
    await expect(page.getByText('Your photo is ready')).toHaveCount(0)
  },
)

test(
  'a sample that fails says so, and one made earlier is not called free',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    await signedIn(page, baseURL!)
    await page.goto('/tools/all', { waitUntil: 'networkidle' })
    const welcome = page.getByRole('region', { name: 'What would you like to make first?' })
    const see = welcome.getByRole('button', { name: 'No photo at hand? See a free sample' })
    const answers = [
      { status: 503, code: 'unavailable', detail: 'This photo could not be worked on right now.' },
      { status: 429, code: 'throttled', detail: 'You have used today’s tries.' },
    ]
    await page.route('**/api/try/remove_background/', (route) => {
      const { status, code, detail } = answers.shift()!
      return route.fulfill({ status, headers: { 'x-error-code': code }, json: { detail } })
    })
    await see.click()
    await expect(welcome.getByRole('alert')).toHaveText(
      'This photo could not be worked on right now.',
      { timeout: WORK_MS },
    )
    await see.click()
    await expect(welcome.getByText('This sample was made earlier')).toBeVisible({
      timeout: WORK_MS,
    })
    await expect(welcome.getByText('This sample was free.')).toHaveCount(0)
    await expectSoundInBothWidths(page)
  },
)

test(
  'a photo that the browser cannot show is worked on all the same, and its result stands alone',
  { tag: '@once' },
  async ({ page }) => {
    test.slow()
    await page.goto('/', { waitUntil: 'networkidle' })
    const main = page.getByRole('main')
    await main.locator('input[type=file]').setInputFiles('tests/fixtures/heic/photo.heic')
    const signUp = page.getByRole('link', { name: 'Sign up to download it in full size' })
    await expect(signUp).toBeVisible({ timeout: WORK_MS })
    await expect(page.getByAltText('Your photo without its background')).toBeVisible()
    await expect(main.getByRole('slider')).toHaveCount(0)
  },
)

test(
  'a photo chosen for headshots is said to wait in the tab',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    await page.goto(baseURL!.replace('127.0.0.1', 'portrait.localhost'), {
      waitUntil: 'networkidle',
    })
    const field = page.getByRole('main').locator('input[type=file]').first()
    await field.setInputFiles(photographFile('astronaut'))
    await expect(page.getByText('Your photo is ready in this tab.')).toBeVisible()
  },
)
