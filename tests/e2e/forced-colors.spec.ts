import { expect, type Locator, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { openCreatePage } from './creating.ts'
import { makeAdmin, newPerson, signIn } from './people.ts'
import { inSettingsOfBothWidths } from './settings.ts'

/** How far apart two neighbours must look: of 255, the mean of their pixels in any channel. */
const APART = 40

/** Of the lowest quarter: above it a tile may be filled by its picture. */
async function meanColour(shown: Locator): Promise<number[]> {
  const whole = sharp(await shown.screenshot({ animations: 'disabled' })).removeAlpha()
  const { width, height } = await whole.metadata()
  const lowest = Math.ceil(height / 4)
  const part = whole.extract({ left: 0, top: height - lowest, width, height: lowest })
  const { channels } = await sharp(await part.png().toBuffer()).stats()
  return channels.map(({ mean }) => mean)
}

/** That a chosen thing is told from one that is not, in colours of the system. */
async function expectTold(chosen: Locator, other: Locator): Promise<void> {
  const [a, b] = [await meanColour(chosen), await meanColour(other)]
  expect(Math.max(...a.map((mean, channel) => Math.abs(mean - b[channel]!)))).toBeGreaterThan(APART)
}

async function expectSegmentsTold(scope: Locator | Page, name: string): Promise<void> {
  const labels = scope.getByRole('radiogroup', { name }).locator('label')
  await expectTold(
    labels.and(scope.locator('[data-active]')),
    labels.and(scope.locator(':not([data-active])')).first(),
  )
}

test.use({ colorScheme: 'dark' })
test.beforeEach(({ page }) =>
  page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' }),
)

test(
  'what is chosen on the create page is told in forced colours',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    await openCreatePage(page, baseURL!)
    await inSettingsOfBothWidths(page, async (settings) => {
      await expectSegmentsTold(settings, 'Mode')
      await expectSegmentsTold(settings, 'Images')
      await expectSegmentsTold(settings, 'Size')
      for (const name of ['Aspect ratio', 'Style']) {
        const tiles = settings.getByRole('radiogroup', { name })
        await tiles.getByRole('radio').nth(1).click()
        await expectTold(
          tiles.getByRole('radio', { checked: true }),
          tiles.getByRole('radio', { checked: false }).last(),
        )
      }
    })
    const tools = page.getByRole('navigation', { name: 'Make images' }).filter({ visible: true })
    await expectTold(tools.locator('[aria-current="page"]'), tools.locator('a:not([aria-current])'))
    await page.setViewportSize({ width: 390, height: 844 })
    await expectTold(tools.locator('[aria-current="page"]'), tools.locator('a:not([aria-current])'))
  },
)

test(
  'tabs, toggles and chosen cards are told in forced colours',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    await page.goto('/login')
    const main = page.getByRole('main')
    await expectTold(main.locator('nav a[aria-current]'), main.locator('nav a:not([aria-current])'))

    await page.goto('/pricing?plan=hobby&period=monthly')
    await expectSegmentsTold(page, 'Billing period')
    const card = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
    await expect(card('Hobby')).toHaveAttribute('data-chosen')
    await expect(card('Hobby')).toHaveCSS('outline-width', '3px')
    await expect(card('Basic')).not.toHaveCSS('outline-width', '3px')

    const person = await newPerson(page.request)
    await makeAdmin(person)
    await signIn(page.context(), person, baseURL!)
    await page.goto('/admin/people')
    const tabs = page.getByRole('navigation', { name: 'Administration' })
    await expectTold(tabs.locator('[aria-current="page"]'), tabs.getByText('Log', { exact: true }))
  },
)
