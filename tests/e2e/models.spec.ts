import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { type ModelHub, startModelHub } from '../support/doubles/model-hub.ts'
import { photographFile } from '#scripts/support/photographs.ts'
import { foregroundNetwork, writeRepository } from '../support/random-model/tool-networks.ts'
import { killToolProcesses } from '../support/tool-processes.ts'
import { type OwnApp, startOwnApp } from './own-app.ts'
import { makeAdmin, newPerson, type Person, signIn } from './people.ts'
import { inSettings } from './settings.ts'
import { expectSound } from './sound.ts'

/** All on one app: each worker would start one of its own. */
test.describe.configure({ mode: 'default' })

const TINY = { folder: resolve('tests/fixtures/tiny-sd'), licence: 'mit' }
let hub: ModelHub
let app: OwnApp

test.beforeAll(async () => {
  hub = await startModelHub(
    {
      repositories: {
        'ann/tiny': TINY,
        'SimianLuo/LCM_Dreamshaper_v7': TINY,
        'studioludens/birefnet-lite-512': {
          folder: writeRepository(
            mkdtempSync(join(tmpdir(), 'atelier-hub-')),
            'onnx/model_fp16.onnx',
            foregroundNetwork(512),
          ),
          licence: 'mit',
        },
      },
    },
    { isOneHost: true },
  )
  app = await startOwnApp({ HF_ENDPOINT: hub.url })
})
test.afterAll(async () => {
  await app.dispose()
  await hub.close()
})

/** Publishes the newest own image as its owner and decides about it as the staff. @returns its id in what everybody can explore */
async function publishNewest(request: APIRequestContext, { token }: Person): Promise<string> {
  const ask = async <T>(method: string, path: string, data?: object): Promise<T> => {
    const headers = { authorization: `Token ${token}` }
    const answer = await request.fetch(path, { method, headers, ...(data && { data }) })
    expect([path, answer.ok()]).toEqual([path, true])
    return (await answer.json()) as T
  }
  const { results } = await ask<{ results: { id: string }[] }>('GET', '/api/prediction_images/')
  const path = `/api/prediction_images/${results[0]!.id}/`
  await ask('PATCH', path, { is_public: true })
  const { publication } = await ask<{ publication: { id: string } }>('GET', `${path}publication/`)
  await ask('POST', `/api/publications/${publication.id}/decide/`, { action: 'publish' })
  return publication.id
}

test('an administrator adds a model by its name, stops it in the middle, goes on, draws with it and removes it', async ({
  browser,
}, { project }) => {
  test.slow()
  const context = await browser.newContext({ ...project.use, baseURL: app.url })
  const page = await context.newPage()
  const admin = await newPerson(context.request)
  await makeAdmin(admin, app.dataDir)
  await signIn(context, admin, app.url)
  await page.goto('/text-to-image')
  await page.getByRole('link', { name: 'Add a model that draws anything' }).click()
  // The first of the catalogue, with its licenses, its size and how long this machine would take.
  const dialog = page.getByRole('dialog', { name: 'Add a model' })
  await expect(dialog.getByRole('status')).toContainText(
    / \d\.\d MB\. An image takes about \d+ (s|min) on this machine\. License: MIT.*OpenRAIL-M/,
  )
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/admin\/models$/)
  await expect(page.getByRole('table', { name: 'Models', exact: true })).toContainText(
    'Part of the program',
  )
  await expect(page.getByText('LCM Dreamshaper v7')).toBeVisible()
  await expectSound(page)

  // Half of it comes, and then nothing more.
  hub.faults.push({ cutAt: 0.5 }, ...Array.from({ length: 5 }, () => 'stands still' as const))
  await page.getByRole('button', { name: 'Add a model' }).click()
  await dialog.getByLabel('Model').fill('ann/none')
  await dialog.getByRole('button', { name: 'Look it up' }).click()
  await expect(dialog.getByText('The hub has no ann/none')).toBeVisible()
  await dialog.getByLabel('Model').fill('ann/tiny')
  await dialog.getByRole('button', { name: 'Look it up' }).click()
  await expect(dialog.getByRole('status')).toContainText('License: mit')
  await expectSound(page)
  await dialog.getByLabel(/accept it/).check()
  await dialog.getByRole('button', { name: /^Fetch/ }).click()
  const row = page.getByRole('table', { name: 'Models on their way' }).locator('tr').last()
  await expect(row).toContainText('Being fetched')
  await expectSound(page)
  // Cut once, it was asked for the rest: something has come.
  await expect.poll(() => hub.asked.some((file) => !file.endsWith(' 0'))).toBe(true)
  await page.getByRole('button', { name: 'Stop tiny' }).click()
  await expect(row).toContainText('Stopped')

  hub.faults.length = 0
  await page.getByRole('button', { name: 'Go on with tiny' }).click()
  await expect(dialog.getByRole('status')).toContainText('still to fetch')
  await dialog.getByLabel(/accept it/).check()
  await dialog.getByRole('button', { name: /^Fetch/ }).click()
  await expect(page.getByRole('button', { name: 'Remove tiny' })).toBeVisible({ timeout: 30_000 })

  // It draws a sample of itself when it has come.
  await expect
    .poll(async () => (await page.request.get('/api/generation_servers/samples/')).text(), {
      timeout: 60_000,
    })
    .toContain('data:image/webp')
  await page.goto('/text-to-image?prompt=anything+at+all')
  await inSettings(page, async (settings) => {
    // A model that draws anything is the one that is chosen.
    await settings.getByRole('button', { expanded: false, name: /^tiny/ }).press('Enter')
    const card = settings.getByRole('radio', { name: /^tiny/ })
    await expect(card.locator('img')).toBeVisible()
    await expectSound(page)
    await card.press('Space')
    await expect(card).toBeChecked()
  })
  await page.getByRole('button', { name: /^Generate - / }).click()
  await expect(
    page.getByRole('button', { name: /^Open image .*anything at all/ }).first(),
  ).toBeVisible({
    timeout: 60_000,
  })

  // The home page shows first what was published last.
  const shown = await publishNewest(context.request, admin)
  const visitor = await browser.newContext({ ...project.use, baseURL: app.url })
  const home = await visitor.newPage()
  await home.goto('/')
  const image = home
    .getByRole('region', { name: 'Explore' })
    .locator(`a[href*="${shown}"]`)
    .getByRole('img')
  await image.scrollIntoViewIfNeeded()
  // A broken image is visible, too.
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0)
  await visitor.close()

  await page.goto('/admin/models')
  await page.getByRole('button', { name: 'Remove tiny' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Remove tiny' })).toBeHidden()
  await context.close()
})

test('an administrator adds a network for the tools, compares it, switches it on, kills it at work and removes it', async ({
  browser,
}, { project }) => {
  test.slow()
  const context = await browser.newContext({ ...project.use, baseURL: app.url })
  const page = await context.newPage()
  const admin = await newPerson(context.request)
  await makeAdmin(admin, app.dataDir)
  await signIn(context, admin, app.url)
  await page.goto('/admin/models')
  const name = 'BiRefNet lite, 512 px'
  const row = page
    .getByRole('table', { name: 'Networks for tools' })
    .getByRole('row')
    .filter({ hasText: name })
  await expect(row).toContainText('Not here')
  await page.getByRole('button', { name: `Add ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a model' })
  await expect(dialog.getByRole('status')).toContainText('License: MIT')
  await dialog.getByLabel(/accept it/).check()
  await dialog.getByRole('button', { name: /^Fetch/ }).click()
  await expect(row).toContainText('Off', { timeout: 30_000 })
  await expectSound(page)

  await page.getByRole('button', { name: `Compare ${name}` }).click()
  const comparison = page.getByRole('dialog', { name: `Compare ${name}` })
  await expect(comparison.getByRole('img', { name: 'Built in' })).toBeVisible({ timeout: 60_000 })
  await expect(comparison.getByRole('img', { name })).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('Escape')

  // Pages name no network, whichever does the work; what the built-in one cannot do is not said of another.
  const facts = async (path: string) => {
    const text = await (await page.request.get(path)).text()
    expect(text).not.toMatch(/BiRefNet|U²-Netp/)
    return text
  }
  expect(await facts('/tools/background-removal')).toContain('glass and smoke are cut out roughly')
  expect(await facts('/es/tools/background-removal')).toContain('el vidrio y el humo se recortan')
  await page.getByRole('button', { name: `Switch ${name} on` }).click()
  await expect(row).toContainText('Switch off')
  // Engines are asked for what they have every few seconds.
  await expect
    .poll(() => facts('/tools/background-removal'), { timeout: 30_000 })
    .not.toContain('glass and smoke are cut out roughly')
  expect(await facts('/es/tools/background-removal')).not.toContain('el vidrio y el humo')
  expect(await facts('/tools/background-removal')).toContain('name what did the work')

  // Several orders at once; its process is killed in the middle, and the network removed while others wait.
  const tool = await context.newPage()
  await tool.goto('/tools/background-removal')
  await expect(tool.getByRole('button', { name: 'From your images' })).toBeVisible()
  const photos = (['astronaut', 'coffee', 'chelsea'] as const).map((photo) => ({
    name: `${photo}.jpg`,
    mimeType: 'image/jpeg',
    buffer: readFileSync(photographFile(photo)),
  }))
  await tool.locator('form input[type=file]').first().setInputFiles(photos)
  await tool.getByRole('button', { name: 'Remove background: 3 images - 3 credits' }).click()
  const batch = tool.getByRole('region', { name: 'Background removal: 3 images' })
  await expect(batch.getByRole('heading', { name: /^[1-3] of 3 images done/ })).toBeVisible({
    timeout: 60_000,
  })
  expect(killToolProcesses(join(app.dataDir, 'models'))).toBeGreaterThan(0)
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(row).toContainText('Not here')
  await expect(batch.getByRole('heading', { name: '3 of 3 images done' })).toBeVisible({
    timeout: 60_000,
  })
  await expectSound(tool)
  // At least one was done before anything was killed.
  const read = async <T>(path: string) => (await (await page.request.get(path)).json()) as T
  const { results } = await read<{ results: { id: string }[] }>('/api/prediction_images/')
  const made = await Promise.all(
    results.map(({ id }) =>
      read<{ made_by: { name: string }[] }>(`/api/prediction_images/${id}/get_parameters/`),
    ),
  )
  const place = made.findIndex(({ made_by: by }) => by.some((one) => one.name === name))
  await tool.goto('/user/images')
  await tool
    .getByRole('listitem')
    .getByRole('button', { name: /^Open / })
    .nth(place)
    .click()
  const details = tool.getByRole('dialog', { name: 'Image', exact: true })
  await expect(details.getByText(`${name}, MIT`)).toBeVisible()
  await expectSound(tool)
  const me = await page.request.get('/api/users/me/')
  expect(await me.json()).toMatchObject({ credits_held: 0 })
  await context.close()
})
