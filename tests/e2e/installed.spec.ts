import { expect, type Page, test } from '@playwright/test'
import { makePng } from '#tests/support/pictures.ts'
import { newPerson, signIn } from './people.ts'
import { expectSound } from './sound.ts'

test.use({ serviceWorkers: 'allow' })

/** Until the service worker answers for the pages. */
async function waitForWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

test('the manifest names the icons of the brand, one with room for a mask', async ({ request }) => {
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as {
    icons: { src: string; purpose: string }[]
  }
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src } of manifest.icons) {
    expect((await request.get(src)).headers()['content-type']).toMatch(/^image\//)
  }
})

test('without a network a page says so, and is there again with it', async ({ page, context }) => {
  await page.goto('/')
  await waitForWorker(page)
  await context.setOffline(true)
  await page.goto('/pricing')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expectSound(page)
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page).toHaveURL('/pricing')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('You are offline')
})

test('a new version says that it is there, the same one does not', async ({ page }) => {
  await page.goto('/')
  await waitForWorker(page)
  const tell = (version: string | undefined) =>
    page.evaluate(
      (data) => {
        navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
      },
      { version },
    )
  const own = await page.evaluate(
    () =>
      (window as unknown as { __reactRouterManifest: { version: string } }).__reactRouterManifest
        .version,
  )
  const script = await (await page.request.get('/service-worker.js')).text()
  expect(script).toContain(JSON.stringify(own))
  const notice = page.getByText('A new version of Atelier is ready.')
  await tell(own)
  await expect(notice).toHaveCount(0)
  await tell('another')
  await expect(notice).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(notice).toHaveCount(0)
})

test('an image that another app shares opens in the tool that is chosen', async ({
  page,
  baseURL,
}) => {
  await signIn(page.context(), await newPerson(page.request), baseURL!)
  await page.goto('/share')
  await expect(page.getByRole('heading', { name: 'There is no shared image here' })).toBeVisible()
  await waitForWorker(page)
  const bytes = [...(await makePng(160, 120, { noise: 9 }))]
  // As the phone does it: a form with a file, sent to the address in the manifest.
  await page.evaluate((data) => {
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      action: '/share',
      enctype: 'multipart/form-data',
    })
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'image' })
    const transfer = new DataTransfer()
    transfer.items.add(new File([new Uint8Array(data)], 'Urlaub ä.png', { type: 'image/png' }))
    input.files = transfer.files
    form.append(input)
    document.body.append(form)
    form.submit()
  }, bytes)
  await expect(page.getByAltText('The image you shared')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Background removal' }).click()
  await expect(page).toHaveURL(/\/tools\/background-removal/)
  await expect(page.getByAltText(/as chosen$/)).toBeVisible()
  await page.goto('/share')
  await expect(page.getByRole('heading', { name: 'There is no shared image here' })).toBeVisible()
})

test('shared before the service worker is there, the page says what to do', async ({ request }) => {
  const answer = await request.post('/share', {
    maxRedirects: 0,
    multipart: { image: { name: 'a.png', mimeType: 'image/png', buffer: await makePng(8, 8) } },
  })
  expect(answer.status()).toBe(303)
  expect(answer.headers()['location']).toBe('/share')
})
