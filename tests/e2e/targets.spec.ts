import { expect, test } from '@playwright/test'
import { openCreatePage } from './creating.ts'
import { makeAdmin, newPerson, payStarter, signIn } from './people.ts'
import { inSettings } from './settings.ts'
import { smallTargets } from './targets.ts'

const OWN = ['/user/dashboard', '/user/billing', '/user/account', '/image-to-image']
const OF_ADMINS = [
  '/admin/people',
  '/admin/payments',
  '/admin/adjustments',
  '/admin',
  '/admin/reconciliation',
]

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

test('every control is 24 px at least: pages of one person and of admins', async ({
  page,
  baseURL,
}) => {
  const person = await newPerson(page.request)
  await payStarter(page.request, person)
  await makeAdmin(person)
  await signIn(page.context(), person, baseURL!)
  for (const path of [...OWN, ...OF_ADMINS]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect.soft(await smallTargets(page), path).toEqual([])
  }
})

test('every control is 24 px at least: steppers, thumbs and choices of the settings', async ({
  page,
  baseURL,
}) => {
  await openCreatePage(page, baseURL!)
  await inSettings(page, async (settings) => {
    await settings.getByText('Advanced', { exact: true }).click()
    await expect(settings.getByRole('slider').first()).toBeVisible()
    expect(await smallTargets(page)).toEqual([])
  })
})

test('no choice is cut, and none is wider than its page', async ({ page, baseURL }) => {
  const expectWhole = async () => {
    const controls = page.locator('[role="radiogroup"]:has(input), nav .mantine-Button-group')
    await expect(controls.filter({ visible: true }).first()).toBeVisible()
    const cut = await controls.filter({ visible: true }).evaluateAll((found) =>
      found.flatMap((control) => {
        const parts = [control, ...control.querySelectorAll('label, a, label *, a *')]
        return parts.flatMap((part) => {
          const { left, right } = part.getBoundingClientRect()
          const isCut =
            part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline'
          return isCut || left < 0 || right > document.documentElement.clientWidth
            ? [`${part.textContent} ${left}-${right}`]
            : []
        })
      }),
    )
    expect(cut).toEqual([])
  }
  await page.goto('/')
  await expectWhole()
  await page.goto('/pricing')
  await expectWhole()
  await openCreatePage(page, baseURL!)
  await inSettings(page, async (settings) => {
    await settings.getByText('Advanced', { exact: true }).click()
    await expectWhole()
  })
  await page.goto('/image-to-image')
  await inSettings(page, expectWhole)
})
