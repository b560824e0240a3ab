import { expect, type Page, test } from '@playwright/test'
import { toolEntries } from '#contract/tools.ts'
import { newPerson, signIn } from './people.ts'
import { faultsByAxe } from './sound.ts'
import { expectWalkable } from './walk.ts'

const OPEN_TO_ALL = [
  '/',
  '/login',
  '/register',
  '/pricing',
  '/faq',
  '/status',
  '/tools/all',
  '/image-to-image',
  '/tools/professional-headshots',
  ...toolEntries.map(([, { page }]) => page),
  '/packs/photo-packs/all',
  '/packs/video-packs/all',
  '/inspire/images/all',
  '/report',
]
const OWN = [
  '/text-to-image',
  '/image-to-image',
  '/user/dashboard',
  '/user/images',
  '/user/billing',
  '/user/api',
  '/support',
  '/tools/all',
]

/** The keyboard gets through, and the light colours have contrast; other tests look at the dark ones. */
async function expectUsable(page: Page, path: string): Promise<void> {
  await page.goto(path)
  // The page listens once it is alive.
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await page.waitForLoadState('networkidle')
  await expectWalkable(page)
  await page.evaluate(() =>
    document.documentElement.setAttribute('data-mantine-color-scheme', 'light'),
  )
  expect(await faultsByAxe(page, ['color-contrast'])).toEqual([])
}

/** Pages of each frame that are not walked through above. */
const ALSO_ALIGNED = [
  '/about/terms-of-service',
  '/ai-headshots',
  '/guide/prompt',
  '/inspire/images/all',
  '/user/account',
  '/there/is/no/such/page',
]
/** A panel with one form stands in the middle. */
const PANELS = new Set(['/login', '/register'])

const PANEL_WIDTH = 380
const COLUMN_WIDTH = 1280

/** Where the heading of a page begins: after the gutter of its column, or of the stage beside a tool's panel. */
function edgeOf(width: number, isTool: boolean): number {
  if (width < 992) return 16
  const gutter = width >= 1200 ? 32 : 24
  return (isTool ? PANEL_WIDTH : Math.max(0, (width - COLUMN_WIDTH) / 2)) + gutter
}

test('every page begins at the same edge', async ({ page, baseURL }) => {
  test.slow()
  await signIn(page.context(), await newPerson(page.request), baseURL!)
  const { width } = page.viewportSize()!
  const shifted: string[] = []
  const all = new Set([...OPEN_TO_ALL, ...OWN, ...ALSO_ALIGNED].filter((path) => !PANELS.has(path)))
  for (const path of all) {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    const heading = page.getByRole('heading', { level: 1 })
    const found = await heading.evaluate((element) => ({
      left: element.getBoundingClientRect().left,
      isTool: element.closest('section[aria-label]') !== null,
    }))
    if (Math.abs(found.left - edgeOf(width, found.isTool)) > 1) {
      shifted.push(`${path}: ${found.left}`)
    }
  }
  expect(shifted).toEqual([])
})

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

for (const path of OPEN_TO_ALL) {
  test(`${path}, open to all, is walked through by keyboard, and read in light colours`, ({
    page,
  }) => expectUsable(page, path))
}

for (const path of OWN) {
  test(`${path} of one person is walked through by keyboard, and read in light colours`, async ({
    page,
    baseURL,
  }) => {
    await signIn(page.context(), await newPerson(page.request), baseURL!)
    await expectUsable(page, path)
  })
}
