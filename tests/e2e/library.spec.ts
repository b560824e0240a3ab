import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/inference-jobs.ts'
import { startJob } from './creating.ts'
import { type Person, signedIn } from './people.ts'
import { expectSound, expectSoundInBothWidths } from './sound.ts'

/** Three images: two apples and one more. */
async function makeImages(page: Page, person: Person): Promise<void> {
  const jobs = [
    await startJob(page, person),
    await startJob(page, person, { prompt: 'a green pear', num_images: 1 }),
  ]
  for (const { id } of jobs) {
    await expect(async () => {
      const answer = await page.request.get(`/api/inference_jobs/${id}/`, {
        headers: { Authorization: `Token ${person.token}` },
      })
      expect(((await answer.json()) as Job).status).toBe('S')
    }).toPass()
  }
}

const tiles = (page: Page) => page.getByRole('listitem').getByRole('button', { name: /^Open / })
const choices = (page: Page) => page.getByRole('checkbox', { name: /^Select / })
const show = (page: Page) => page.getByLabel('Show', { exact: true })

test('images are found, sorted, deleted, brought back and shared out as a file', async ({
  page,
  baseURL,
  isMobile,
}) => {
  const person = await signedIn(page, baseURL!)
  await page.goto('/user/images')
  await expect(page.getByText('Images you make will show up here.')).toBeVisible()
  await expectSound(page)
  await makeImages(page, person)
  await page.reload()
  await expect(tiles(page)).toHaveCount(3)
  await expectSound(page)

  await test.step('the address keeps what is looked for', async () => {
    await page.getByLabel('Search prompts').fill('pear')
    await expect(tiles(page)).toHaveCount(1)
    await expect(page).toHaveURL(/search=pear/)
    await page.reload()
    await expect(page.getByLabel('Search prompts')).toHaveValue('pear')
    await expect(tiles(page)).toHaveCount(1)
    await page.getByLabel('Rating', { exact: true }).selectOption('For everyone')
    await page.getByLabel('Model', { exact: true }).selectOption({ index: 1 })
    await expect(page).toHaveURL(/rating=PG&model=/)
    await expect(tiles(page)).toHaveCount(1)
    await page.getByLabel('Tool', { exact: true }).selectOption('Face swap')
    await expect(page.getByText('No images match these filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(tiles(page)).toHaveCount(3)
    await expect(page.getByLabel('Search prompts')).toHaveValue('')
  })

  await test.step('a collection is made of what is selected', async () => {
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await choices(page).nth(0).click()
    await choices(page)
      .nth(2)
      .click({ modifiers: ['Shift'] })
    await expect(page.getByText('3 selected')).toBeVisible()
    await choices(page).nth(1).press('Space')
    await expect(page.getByText('2 selected')).toBeVisible()
    await expectSound(page)
    await page.getByRole('button', { name: 'Add to collection' }).click()
    await page.getByRole('menuitem', { name: 'New collection…' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Fruit')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('2 images added to “Fruit”.')).toBeVisible()
    await show(page).selectOption('Fruit (2)')
    await expect(page.getByRole('heading', { level: 1, name: 'Fruit' })).toBeVisible()
    await expect(tiles(page)).toHaveCount(2)
    await page.goBack()
    await expect(tiles(page)).toHaveCount(3)
  })

  await test.step('a finger that stays on an image selects it, and lifting it changes nothing', async () => {
    if (!isMobile) return
    const { x, y } = (await tiles(page).nth(1).boundingBox())!
    const touch = await page.context().newCDPSession(page)
    const touchPoints = [{ x: x + 30, y: y + 30 }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await expect(page.getByText('1 selected')).toBeVisible()
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await choices(page).nth(0).press('Space')
    await expect(page.getByText('2 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Done', exact: true }).click()
  })

  await test.step('by the mouse, images are dragged onto a collection', async () => {
    if (isMobile) return
    const from = (await tiles(page).nth(1).boundingBox())!
    await page.mouse.move(from.x + 30, from.y + 30)
    await page.mouse.down()
    await page.mouse.move(from.x + 60, from.y + 60, { steps: 4 })
    const tray = page.getByRole('region', { name: 'Collections to drop on' })
    const to = (await tray.getByText('Fruit').boundingBox())!
    await page.mouse.move(to.x + 10, to.y + 10, { steps: 4 })
    await page.mouse.up()
    await expect(page.getByText('Added to “Fruit”.', { exact: true })).toBeVisible()
    await expect(tray).toHaveCount(0)
    await expect(show(page).getByRole('option', { name: 'Fruit (3)' })).toBeAttached()
  })

  await test.step('all are downloaded as one file', async () => {
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByRole('button', { name: 'Select all shown' }).click()
    await expect(page.getByText('3 selected')).toBeVisible()
    const arriving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    expect((await arriving).suggestedFilename()).toBe('atelier-images.zip')
  })

  await test.step('what is deleted is in the trash until it is restored or gone for good', async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Images you make will show up here.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(tiles(page)).toHaveCount(3)
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await choices(page).nth(0).click()
    await choices(page).nth(1).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(tiles(page)).toHaveCount(1)
    await show(page).selectOption('Trash')
    await expect(tiles(page)).toHaveCount(2)
    await expectSound(page)
    // A press selects here.
    await tiles(page).first().click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(tiles(page)).toHaveCount(1)
    await tiles(page).first().click()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
    await expect(page.getByText('Trash is empty.')).toBeVisible()
    await show(page).selectOption('All images')
    await expect(tiles(page)).toHaveCount(2)
  })
})

test(
  'beside the list stand its days, to jump to one',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    const person = await signedIn(page, baseURL!)
    await makeImages(page, person)
    // Images of several days cannot be made in one: those of today are told to have newer and older ones beside them.
    const day = (ahead: number) =>
      new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
    const results = [
      { day: day(2), count: 3 },
      { day: day(0), count: 3 },
      { day: '2025-12-24', count: 4 },
    ]
    await page.route('**/api/prediction_images/days/*', (route) =>
      route.fulfill({ json: { results } }),
    )
    await page.goto('/user/images')
    await expect(tiles(page)).toHaveCount(3)
    const rail = page.getByRole('slider', { name: 'Jump to a day' })
    await expect(rail).toHaveAttribute('aria-valuenow', '0')
    // The newest of them may be of a December, too.
    await expect(rail.getByText('Dec').last()).toBeVisible()
    await expectSound(page)
    await rail.press('ArrowDown')
    await expect(page).toHaveURL(new RegExp(`to=${day(0)}`))
    await expect(rail).toHaveAttribute('aria-valuenow', '1')
    await expect(rail).toHaveAttribute('aria-valuetext', /, 3 images$/)
    await expect(tiles(page)).toHaveCount(3)
    await rail.press('End')
    await expect(page).toHaveURL(/to=2025-12-24/)
    await expect(page.getByText('No images match these filters.')).toBeVisible()

    // On a phone there is no room beside the images: the field of the day does the same.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/user/images')
    await expect(tiles(page)).toHaveCount(3)
    await expect(rail).toHaveCount(0)
    await page.getByLabel('On or before').fill('2025-12-24')
    await expect(page).toHaveURL(/to=2025-12-24/)
    await expect(page.getByText('No images match these filters.')).toBeVisible()
  },
)

test(
  'a link shows an image to people who are signed out, until it is revoked',
  { tag: '@once' },
  async ({ page, browser, baseURL }) => {
    const person = await signedIn(page, baseURL!)
    await makeImages(page, person)
    await page.goto('/user/images')
    await tiles(page).first().click()
    const viewer = page.getByRole('dialog', { name: 'Image', exact: true })
    await viewer.getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share this image' })
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const field = dialog.getByLabel('Link', { exact: true })
    await expect(field).toHaveValue(/\/s\/[\w-]{22}$/)
    await expectSoundInBothWidths(page)
    const url = await field.inputValue()

    const guest = await browser.newContext()
    const other = await guest.newPage()
    await other.goto(url)
    const shared = other.getByRole('article').getByRole('img')
    await expect(shared).toBeVisible()
    expect(
      await shared.evaluate((image: HTMLImageElement) => image.decode().then(() => true)),
    ).toBe(true)
    await expect(other.getByText('a green pear')).toHaveCount(0)
    await expect(other.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    await expect(other.locator('meta[property="og:image"]')).toHaveAttribute('content', /^http/)
    await expectSoundInBothWidths(other)

    const showsPrompt = dialog.getByRole('switch', { name: 'Show the prompt', exact: true })
    await showsPrompt.click()
    await expect(showsPrompt).toBeChecked()
    await other.reload()
    await expect(other.getByText('a green pear')).toBeVisible()
    await other.getByRole('link', { name: 'Remix' }).click()
    await expect(other).toHaveURL(/prompt=a\+green\+pear/)

    await dialog.getByRole('button', { name: 'Revoke link' }).click()
    await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible()
    // The keyboard is the dialog's: this closes it, and not the viewer behind it.
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(viewer).toBeVisible()
    expect((await other.goto(url))?.status()).toBe(404)
    await guest.close()
  },
)

test(
  'an image is made again after it was said that it will be the same',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    const person = await signedIn(page, baseURL!)
    await makeImages(page, person)
    await page.goto('/user/images')
    await tiles(page).first().click()
    const viewer = page.getByRole('dialog', { name: 'Image', exact: true })
    await viewer.getByRole('button', { name: 'Make it again' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make it again' })
    await expect(dialog.getByText('the same image, pixel for pixel')).toBeVisible()
    await expectSoundInBothWidths(page)
    await dialog.getByRole('button', { name: /^Make it again - \d+ credits?$/ }).click()
    await expect(page.getByText('The image will show up with your other images.')).toBeVisible()
    await expect(dialog).toBeHidden()
    // The list does not hear of it, so it is opened once the image is there.
    const count = async () => {
      const answer = await page.request.get('/api/prediction_images/')
      return ((await answer.json()) as { results: unknown[] }).results.length
    }
    await expect.poll(count, { timeout: 40_000 }).toBe(4)
    await page.goto('/user/images')
    await expect(tiles(page)).toHaveCount(4)
  },
)
