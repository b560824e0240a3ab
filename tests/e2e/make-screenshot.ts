/**
 * Draws the readme's picture of the create page: `node tests/e2e/make-screenshot.ts http://127.0.0.1:3000`, with
 * the address of a running instance that has its own inbox. Registers somebody and draws a few pictures there.
 */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { chromium } from '@playwright/test'
import { chromiumLaunch } from '#scripts/support/chromium.ts'
import { newPerson, signIn } from '#tests/e2e/people.ts'

const PROMPTS = ['a sailboat on the sea', 'a castle at night', 'a red fox']
const PICTURES_EACH = 4
const DRAWN_WITHIN_MS = 180_000

const baseURL = process.argv[2] ?? 'http://127.0.0.1:3000'
const file = fileURLToPath(new URL('../../docs/images/create.webp', import.meta.url))

const browser = await chromium.launch(await chromiumLaunch())
const page = await browser.newPage({ baseURL, viewport: { width: 1280, height: 800 } })
await signIn(page.context(), await newPerson(page.request), baseURL)
for (const [index, prompt] of PROMPTS.entries()) {
  await page.goto(`/text-to-image?prompt=${encodeURIComponent(prompt)}`)
  await page.getByRole('button', { name: /^Generate - / }).click()
  await page
    .getByRole('button', { name: /^Open image/ })
    .nth((index + 1) * PICTURES_EACH - 1)
    .waitFor({ timeout: DRAWN_WITHIN_MS })
}
await page.goto('/text-to-image')
await page
  .getByRole('button', { name: /^Open image/ })
  .nth(PROMPTS.length * PICTURES_EACH - 1)
  .waitFor()
await page.waitForFunction(() =>
  [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
)
await page.getByText(/^[1-9]\d* of \d+ tokens$/).waitFor()
mkdirSync(dirname(file), { recursive: true })
await sharp(await page.screenshot())
  .webp({ quality: 84 })
  .toFile(file)
await browser.close()
console.log(`Wrote ${file}`)
