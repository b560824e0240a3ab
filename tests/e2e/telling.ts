import type { Page } from '@playwright/test'

/** What asks a visitor. */
export const bar = (page: Page) => page.getByRole('region', { name: 'Your privacy' })

/** Every request of the page that tells somebody something. */
export function told(page: Page): string[] {
  const urls: string[] = []
  page.on('request', (request) => {
    if (/\/dev\/telemetry|\.example\//.test(request.url())) urls.push(request.url())
  })
  return urls
}

/** An error that nobody catches. */
export const fail = (page: Page, message: string) =>
  page.evaluate((text) => {
    setTimeout(() => {
      throw new Error(text)
    })
  }, message)

/** Long enough for what is sent when a page has come to rest. */
export const settle = (page: Page) => page.waitForTimeout(1500)
