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
]
const OWN = [
  '/text-to-image',
  '/image-to-image',
  '/user/dashboard',
  '/user/images',
  '/user/billing',
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
