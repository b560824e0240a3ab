import { expect, type Page, test } from '@playwright/test'
import { cancelJob, LONG, openCreatePage, stage, startJob } from './creating.ts'

interface Told {
  title: string
  body: string | undefined
}

/** A browser that would ask, and notes what it is told to show; nobody sees notifications of one without a screen. */
const noteNotifications = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const told: Told[] = []
    class Noted extends EventTarget {
      static permission: NotificationPermission = 'default'
      static async requestPermission(): Promise<NotificationPermission> {
        Noted.permission = 'granted'
        return Noted.permission
      }
      constructor(title: string, { body }: NotificationOptions = {}) {
        super()
        told.push({ title, body })
      }
    }
    Object.assign(window, { Notification: Noted, told })
  })

const told = (page: Page): Promise<Told[]> =>
  page.evaluate(() => (window as unknown as { told: Told[] }).told)

/** As when another tab is in front. */
const setHidden = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

test('somebody who asked for it is told when images are ready and the page is not looked at', async ({
  page,
  baseURL,
}) => {
  await noteNotifications(page)
  const person = await openCreatePage(page, baseURL!)
  // Drawn while the page loads and asks; the image that is told of begins once nobody looks, however fast the machine.
  const long = await startJob(page, person, LONG)
  const ask = stage(page).getByRole('button', { name: 'Notify me when it is done' })
  await ask.click()
  await expect(ask).toBeHidden()
  await setHidden(page, true)
  await startJob(page, person, { num_images: 1, width: 512, height: 512, steps: 20 })
  await cancelJob(page, person, long)
  await expect
    .poll(() => told(page), { timeout: 60_000 })
    .toEqual([{ title: '1 image is ready', body: 'Atelier' }])
  await expect(page).toHaveTitle(/^\(1 image ready\) /)

  // Who looks at the page sees it.
  await setHidden(page, false)
  await startJob(page, person)
  await expect(stage(page).locator('img')).toHaveCount(3)
  expect(await told(page)).toHaveLength(1)
})
