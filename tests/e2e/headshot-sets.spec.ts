import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { photographFile } from '#scripts/support/photographs.ts'
import { readZip } from '../support/read-zip.ts'
import { acceptAdvice } from './advice.ts'
import { pay } from './buying.ts'
import { type OwnApp, startOwnApp } from './own-app.ts'
import { expectSound } from './sound.ts'

/** All on one app: each worker would start one of its own. */
test.describe.configure({ mode: 'default' })

const PASSWORD = 'correct horse battery'
const WORK_MS = 60_000
test.setTimeout(240_000)

let app: OwnApp
test.beforeAll(async () => {
  app = await startOwnApp({ TRAININGS_WAIT: '1' }, 'tests/support/scripted-program.ts')
})
test.afterAll(() => app.dispose())

const shots = process.env['SET_SHOTS']
/** Keeps a page as it looks, in both schemes, for whoever wants to see it. */
async function shoot(page: Page, name: string): Promise<void> {
  if (!shots) return
  const width = page.viewportSize()?.width
  for (const scheme of ['dark', 'light'] as const) {
    await page.evaluate(
      (to) => document.documentElement.setAttribute('data-mantine-color-scheme', to),
      scheme,
    )
    await page.screenshot({ path: `${shots}/${name}-${width}-${scheme}.png`, fullPage: true })
  }
}

/** Four good photos of one person. */
async function portraits() {
  const face = await readFile(photographFile('astronaut'))
  const photos = [
    sharp(face),
    sharp(face).flop().modulate({ brightness: 1.2 }),
    sharp(face).modulate({ saturation: 0.4 }).extract({ left: 0, top: 0, width: 460, height: 460 }),
    sharp(face).rotate(8, { background: '#7a8f6a' }).modulate({ brightness: 0.8 }),
  ]
  return Promise.all(
    photos.map(async (photo, at) => ({
      name: `photo-${at + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await photo.resize(900).jpeg({ quality: 92 }).toBuffer(),
    })),
  )
}

/** A page of somebody who may train, with credits. */
async function rich(page: Page, email: string): Promise<void> {
  await signIn(page, email)
  await app.command('user', 'set', '--email', email, '--plan', 'pro')
  await app.command('user', 'credits', '--email', email, '--add=3000', '--reason', 'A test')
}

async function signIn(page: Page, email: string): Promise<void> {
  await app.command('user', 'create', '--password', PASSWORD, '--verified', '--email', email)
  const answer = await page.request.post(`${app.url}/api/dj-rest-auth/login/`, {
    data: { email, password: PASSWORD },
  })
  const { key } = (await answer.json()) as { key: string }
  await page
    .context()
    .addCookies([app.url, portrait()].map((url) => ({ name: 'accessToken', value: key, url })))
}

/** Answers the question that the first photos of an account ask. */
async function agreeToCompareFaces(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your consent to compare faces' })
  await dialog.getByRole('button', { name: 'I agree' }).click()
  await expect(dialog).toBeHidden()
}

/** The site of the headshot brand. */
const portrait = () => app.url.replace('127.0.0.1', 'portrait.localhost')

test('a set is ordered, watched, redone, favored and deleted with a receipt', async ({ page }) => {
  await rich(page, `${test.info().project.name}@example.org`)
  await page.goto(`${app.url}/tools/professional-headshots/create`)
  await expect(page.getByText('Headshots in new clothes can’t be ordered right now')).toBeVisible()
  await page.goto(`${app.url}/tools/professional-headshots/create/set`)
  await expect(page.getByText('Sets cannot be ordered right now')).toBeVisible()
  await shoot(page, 'not-ready')
  app.kill('SIGUSR2')
  await page.getByRole('radio', { name: /ask by a consent link/ }).check({ timeout: WORK_MS })
  await page.getByRole('button', { name: 'Continue to photos' }).click()
  await expect(page.getByRole('button', { name: 'Create a consent link' })).toBeVisible()
  await page.goto(`${app.url}/tools/professional-headshots/create/set`)
  await page.getByRole('radio', { name: /^The photos show me/ }).check({ timeout: WORK_MS })
  await expectSound(page)
  await shoot(page, 'statement')
  await page.getByRole('button', { name: 'Continue to photos' }).click()

  await expect(page.getByText('Add at least 4 photos')).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Order 40 headshots - 1,080 credits' }),
  ).toBeDisabled()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await portraits())
  await agreeToCompareFaces(page)
  const photos = page.getByRole('list', { name: 'Photos of this studio' }).getByRole('listitem')
  await expect(photos.filter({ hasText: 'Photo 4' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Studio' }).uncheck()
  await page.getByRole('checkbox', { name: 'Library' }).check()
  await page.getByRole('textbox', { name: 'Headshots' }).fill('4')
  const order = page.getByRole('button', { name: 'Order 4 headshots - 1,008 credits' })
  // Each piece of advice that is not followed is accepted by itself.
  await expect(order).toBeDisabled()
  await acceptAdvice(page)
  await order.click()
  await expect(page.getByText('Choose an age range.')).toBeVisible()
  await page.getByRole('radio', { name: 'Woman' }).check({ force: true })
  await page.getByLabel('Age range').selectOption('25-34')
  await expect(page.getByText(/^Credits are reserved .* This price is valid until /)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What this model has made' })).toBeVisible()
  await expectSound(page)
  await shoot(page, 'order')
  await order.click()
  await page.getByRole('button', { name: 'Spend 1,008 credits' }).click()
  await expect(page.getByText('Your model is being trained.')).toBeVisible()
  const address = page.url()
  const tiles = page.getByRole('list', { name: 'Headshots of this set' }).getByRole('listitem')
  await expect(tiles).toHaveCount(4)
  await expect(page.getByRole('progressbar', { name: 'Training progress' })).toBeVisible()
  await expectSound(page)
  await shoot(page, 'training')
  app.kill('SIGCONT')
  await expect(page.getByText('3 headshots are ready.')).toBeVisible({ timeout: WORK_MS })
  await expect(page.getByText('You can redo 10 more headshots for free')).toBeVisible()
  await expect(tiles.last()).toContainText('Could not be drawn. Nothing was charged for it.')
  await expect(tiles.first()).toContainText('100% like your photos')
  await expectSound(page)
  await shoot(page, 'done')

  await page.getByRole('button', { name: 'Redo headshot 4' }).click()
  await expect(page.getByText('4 headshots are ready.')).toBeVisible({ timeout: WORK_MS })
  await expect(page.getByText('You can redo 10 more headshots for free')).toBeVisible()
  const image = page.getByAltText('Blazer, Office')
  const before = await image.getAttribute('src')
  await page.getByRole('button', { name: 'Redo headshot 2' }).click()
  await expect(page.getByText('You can redo 9 more headshots for free')).toBeVisible()
  await expect(image).not.toHaveAttribute('src', before ?? '')
  await expect(tiles.nth(1)).toContainText('100% like your photos')
  await expectSound(page)
  await shoot(page, 'redone')
  await page.getByRole('button', { name: 'Use version 1 of headshot 2 instead' }).click()
  await expect(image).toHaveAttribute('src', before ?? '')
  await page.getByRole('button', { name: 'Use version 1 of headshot 2 instead' }).click()
  await expect(image).not.toHaveAttribute('src', before ?? '')

  const favorite = page.getByRole('button', { name: 'Favorite: headshot 3' })
  await favorite.click()
  await expect(favorite).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(page.locator('[aria-pressed=true]')).toHaveCount(1)
  const filesOf = async (button: string) => {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe('headshots.zip')
    return readZip(await readFile(await file.path())).length
  }
  expect(await filesOf('Download all 4')).toBe(4)
  await page.getByRole('radio', { name: 'Favorites (1)' }).check({ force: true })
  await expect(tiles).toHaveCount(1)
  await shoot(page, 'favorites')
  expect(await filesOf('Download 1 favorite')).toBe(1)

  await page.goto(`${app.url}/tools/professional-headshots/all`)
  await expect(page.getByRole('heading', { name: 'Sets' })).toBeVisible()
  await expectSound(page)
  await shoot(page, 'list')
  await page.getByRole('link', { name: /^4 headshots, / }).click()
  await page.getByRole('button', { name: 'Delete set' }).click()
  await expect(page.getByText('This cannot be undone.')).toBeVisible()
  await shoot(page, 'delete')
  await page.getByRole('button', { name: 'Delete for good' }).click()
  const receipt = page.getByRole('status').filter({ hasText: 'Set deleted' })
  await expect(receipt).toContainText('Removed for good: 5 images. Also removed: 4 photos')
  await expect(page.getByText('You have no headshots yet.')).toBeVisible()
  await expectSound(page)
  await shoot(page, 'receipt')
  await page.goto(address)
  await expect(page.getByText('We couldn’t find this set.')).toBeVisible()
})

test('a set is paid once by card on the headshot brand, on the free plan', async ({ page }) => {
  app.kill('SIGUSR2')
  const email = `card-${test.info().project.name}@example.org`
  await signIn(page, email)
  await page.goto(`${portrait()}/headshots-pricing`)
  await expect(page.getByText('$29.00, training included. No plan needed.')).toBeVisible()
  await expectSound(page)
  await shoot(page, 'card-pricing')
  await page.getByRole('link', { name: 'Start with your photos' }).click()
  await page.getByRole('radio', { name: /^The photos show me/ }).check({ timeout: WORK_MS })
  await page.getByRole('button', { name: 'Continue to photos' }).click()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await portraits())
  await agreeToCompareFaces(page)
  const photos = page.getByRole('list', { name: 'Photos of this studio' }).getByRole('listitem')
  await expect(photos.filter({ hasText: 'Photo 4' })).toBeVisible()
  await page.getByRole('radio', { name: 'With credits' }).check({ force: true })
  await expect(page.getByRole('button', { name: /^Order 40 headshots - / })).toBeVisible()
  await page.getByRole('radio', { name: 'By card' }).check({ force: true })
  await page.getByRole('textbox', { name: 'Headshots' }).fill('4')
  await page.getByRole('radio', { name: 'Woman' }).check({ force: true })
  await page.getByLabel('Age range').selectOption('25-34')
  await acceptAdvice(page)
  await expectSound(page)
  await shoot(page, 'card-order')
  await page.getByRole('button', { name: 'Pay $29.00 by card' }).click()
  await page.waitForURL(/test-checkout/)
  // Whoever leaves the payment page finds the way back to it.
  await page.goto(`${portrait()}/tools/professional-headshots/all`)
  await page.getByRole('link', { name: /^4 headshots, / }).click()
  await expect(page.getByRole('heading', { name: 'Headshot set' })).toBeVisible()
  await expect(page.getByText('Waiting for your payment.')).toBeVisible()
  await expectSound(page)
  await shoot(page, 'card-unpaid')
  await page.getByRole('link', { name: 'Pay $29.00' }).click()
  await pay(page, '4242 4242')
  await expect(
    page.getByText('You get a full refund unless at least 3 of 4 headshots'),
  ).toBeVisible()
  await shoot(page, 'card-paid')
  app.kill('SIGCONT')
  await expect(page.getByText('4 headshots are ready.')).toBeVisible({ timeout: WORK_MS })
  await expect(page.getByText('You paid $29.00 by card. 4 of 4 headshots')).toBeVisible()
  await expectSound(page)
  await shoot(page, 'card-done')
  await page.getByRole('button', { name: 'Redo headshot 2' }).click()
  await expect(page.getByText('You can redo 9 more headshots for free')).toBeVisible()
})
