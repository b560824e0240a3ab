import { expect, test } from '@playwright/test'
import { newPerson, signIn } from './people.ts'
import { faultsOfPseudoLocale } from './pseudo-locale.ts'

const OPEN_TO_ALL = [
  '/',
  '/pricing',
  '/login',
  '/faq',
  '/guide',
  '/styles',
  '/ai-headshots',
  '/tools/all',
  '/text-to-image',
  '/tools/background-removal',
  '/tools/text-to-video',
  '/packs/photo-packs/all',
]
const OWN = ['/user/images', '/user/billing', '/user/account', '/train/loras/create']

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

test('pages hold longer texts, from right to left', async ({ page, baseURL }, info) => {
  const faults: Record<string, string[]> = {}
  const look = async (path: string): Promise<void> => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await page.waitForLoadState('networkidle')
    const found = await faultsOfPseudoLocale(page)
    if (found.length === 0) return
    faults[path] = found
    await page.screenshot({ path: info.outputPath(`${path.replaceAll('/', '_')}.png`) })
  }
  for (const path of OPEN_TO_ALL) await look(path)
  await signIn(page.context(), await newPerson(page.request), baseURL!)
  for (const path of OWN) await look(path)
  expect(faults).toEqual({})
})
