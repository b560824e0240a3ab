import { expect, type Page, test } from '@playwright/test'
import { toolEntries } from '#contract/tools.ts'
import { newPerson, signIn } from './people.ts'
import { faultsOfPseudoLocale } from './pseudo-locale.ts'
import { faultsByAxe, faultsOfWidth } from './sound.ts'
import { smallTargets } from './targets.ts'
import { faultsOfWalk } from './walk.ts'

const TOOL_PAGES = toolEntries.map(([, { page }]) => page)
/** Gone through by keyboard, and read in light colors. */
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
  ...TOOL_PAGES,
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
const FORMS_OF_ACCOUNTS = ['/forgot-password', '/reset-password?uid=1&token=1', '/verify-email']
/** Of each frame: looked at, and not gone through. */
const ALSO_OPEN_TO_ALL = [
  ...FORMS_OF_ACCOUNTS,
  '/about/terms-of-service',
  '/about/privacy-policy',
  '/about/restrictions',
  '/ai-headshots',
  '/guide',
  '/guide/prompt',
  '/ai-img-generator/styles/all',
  '/text-to-image',
]
const ALSO_OWN = ['/user/account', '/train/loras/create', '/there/is/no/such/page']

/** A panel with one form stands in the middle. */
const PANELS = new Set(['/login', '/register', ...FORMS_OF_ACCOUNTS])

const PANEL_WIDTH = 380
const COLUMN_WIDTH = 1280

/** Where the heading of a page begins: after the gutter of its column, or of the stage beside a tool's panel. */
function edgeOf(width: number, isTool: boolean): number {
  if (width < 992) return 16
  const gutter = width >= 1200 ? 32 : 24
  return (isTool ? PANEL_WIDTH : Math.max(0, (width - COLUMN_WIDTH) / 2)) + gutter
}

async function faultsOfEdge(page: Page): Promise<string[]> {
  const { left, isTool } = await page.getByRole('heading', { level: 1 }).evaluate((element) => ({
    left: element.getBoundingClientRect().left,
    isTool: element.closest('section[aria-label]') !== null,
  }))
  const edge = edgeOf(page.viewportSize()!.width, isTool)
  return Math.abs(left - edge) > 1 ? [`the heading begins at ${left}, not at ${edge}`] : []
}

/**
 * Opens a page once and looks at all that holds for every page: its status, errors of its scripts, its edge and width, axe's rules
 * in dark colors, the size of its targets, and longer texts from right to left.
 * @param isWalked whether it is also gone through by keyboard, and its contrast looked at in light colors
 */
async function faultsOf(page: Page, path: string, isWalked: boolean): Promise<unknown[]> {
  const faults: unknown[] = []
  const hear = ({ message }: Error): number => faults.push(message)
  page.on('pageerror', hear)
  const answer = await page.goto(path)
  // The page listens once it is alive.
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await page.waitForLoadState('networkidle')
  const status = path.startsWith('/there/') ? 404 : 200
  if (answer?.status() !== status) faults.push(`answered ${answer?.status()}`)
  if (!PANELS.has(path)) faults.push(...(await faultsOfEdge(page)))
  faults.push(...(await faultsOfWidth(page)))
  faults.push(...(await faultsByAxe(page)))
  faults.push(...(await smallTargets(page)))
  if (isWalked) {
    faults.push(...(await faultsOfWalk(page)))
    await page.evaluate(() =>
      document.documentElement.setAttribute('data-mantine-color-scheme', 'light'),
    )
    faults.push(...(await faultsByAxe(page, ['color-contrast'])))
  }
  // Last, for it changes the page.
  faults.push(...(await faultsOfPseudoLocale(page)))
  page.off('pageerror', hear)
  return faults
}

async function expectUsable(page: Page, paths: readonly string[], walked: readonly string[]) {
  test.slow()
  const faults: Record<string, unknown[]> = {}
  for (const path of paths) {
    const found = await faultsOf(page, path, walked.includes(path))
    if (found.length > 0) faults[path] = found
  }
  expect(faults).toEqual({})
}

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

/** Of one test, whose browser keeps the files that the pages share. */
const PAGES_AT_ONCE = 9
const open = [...OPEN_TO_ALL, ...ALSO_OPEN_TO_ALL]

for (let first = 0; first < open.length; first += PAGES_AT_ONCE) {
  const paths = open.slice(first, first + PAGES_AT_ONCE)
  test(`pages open to all are usable: ${paths.join(', ')}`, ({ page }) =>
    expectUsable(page, paths, OPEN_TO_ALL))
}

test(`pages of one person are usable: ${[...OWN, ...ALSO_OWN].join(', ')}`, async ({
  page,
  baseURL,
}) => {
  await signIn(page.context(), await newPerson(page.request), baseURL!)
  await expectUsable(page, [...OWN, ...ALSO_OWN], OWN)
})
