import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { startA1111Double } from '../support/doubles/a1111-server.ts'
import { startComfyuiDouble } from '../support/doubles/comfyui-server.ts'
import { FAL_KEY, startFalDouble } from '../support/doubles/fal-server.ts'
import { LINE_ART, POSTER } from '../support/own-workflows.ts'
import { startOwnApp } from './own-app.ts'
import { expectSound } from './sound.ts'

const PASSWORD = 'correct horse battery'
const WORK_MS = 60_000

const divider = (page: Page) => page.getByRole('slider', { name: 'Before and after' })

/** A browser of somebody new with an account on an app of the test's own. */
async function signedInThere(
  browser: { newContext(options: object): Promise<BrowserContext> },
  { url, command }: Awaited<ReturnType<typeof startOwnApp>>,
): Promise<Page> {
  const email = 'ada@example.org'
  await command('user', 'create', '--password', PASSWORD, '--verified', '--email', email)
  const context = await browser.newContext({ ...test.info().project.use, baseURL: url })
  const login = { data: { email, password: PASSWORD } }
  const answer = await context.request.post('/api/dj-rest-auth/login/', login)
  const { key } = (await answer.json()) as { key: string }
  await context.addCookies([{ name: 'accessToken', value: key, url }])
  return context.newPage()
}

test('where no engine edits, the page says so and nothing leads to it', async ({ page }) => {
  await page.goto('/tools/edit-image')
  const title = page.getByRole('heading', { level: 1, name: 'Editing is not available here' })
  await expect(title).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: 'See all tools' }).click()
  await expect(page.getByRole('heading', { name: 'Upscale image' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Edit image' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Image to image' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Workflows' })).toHaveCount(0)
  await page.goto('/tools/workflows')
  await expect(page.getByText('This site offers no workflows right now.')).toBeVisible()
  await expectSound(page)
  await page.goto('/tools/upscale-image')
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('radio', { name: 'Pro', exact: true })).toBeAttached()
  await expect(page.getByRole('radio', { name: 'By a prompt' })).toHaveCount(0)
  await page.goto('/tools/fix-faces')
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('radio', { name: 'Add detail' })).toHaveCount(0)
})

test('a workflow of the operator is listed, run and delivered', async ({ browser }) => {
  const comfyui = await startComfyuiDouble()
  const folder = mkdtempSync(join(tmpdir(), 'atelier-workflows-'))
  writeFileSync(join(folder, 'line-art.json'), JSON.stringify(LINE_ART))
  writeFileSync(join(folder, 'poster.json'), JSON.stringify(POSTER))
  const app = await startOwnApp({ COMFYUI_URLS: comfyui.url, WORKFLOWS_DIR: folder })
  try {
    const page = await signedInThere(browser, app)
    await page.goto('/tools/all')
    await page.getByRole('link', { name: /^Workflows/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Workflows' })).toBeVisible()
    await expectSound(page)
    await page.getByRole('button', { name: 'Run - 3 credits' }).click()
    await expect(page.getByText('Choose an image first.')).toBeVisible()
    await page.getByLabel('Workflow', { exact: true }).selectOption('Poster')
    await page.getByLabel('Prompt', { exact: true }).fill('a red fox')
    await page.getByRole('button', { name: 'Run - 1 credit' }).click()
    const result = page.getByRole('article', { name: 'Workflows: result' })
    await expect(result.getByRole('img').first()).toBeVisible({ timeout: WORK_MS })
    await expectSound(page)
    await page.context().close()
  } finally {
    await app.dispose()
    await comfyui.close()
    rmSync(folder, { recursive: true })
  }
})

test('an image is edited as words say, then enlarged by a prompt, by models that were set up', async ({
  browser,
}) => {
  test.slow()
  const fal = await startFalDouble()
  const a1111 = await startA1111Double()
  const app = await startOwnApp({ FAL_KEY, FAL_BASE_URL: fal.url, A1111_URLS: a1111.url })
  try {
    const page = await signedInThere(browser, app)
    await page.goto('/image-to-image')
    await expect(page.getByRole('region', { name: 'Image to start from' })).toBeVisible()
    await expect(page.getByText(/redraws illustrations/)).toHaveCount(0)
    await page.goto('/tools/all')
    await expect(page.getByRole('heading', { name: 'Image to image' })).toBeVisible()
    const card = page.getByRole('link', { name: /Edit image/ })
    await expect(card).toContainText('from 4 credits an image')
    await card.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Edit image' })).toBeVisible()
    await expectSound(page)
    await page.getByRole('button', { name: 'Edit - 5 credits' }).click()
    await expect(page.getByText('Choose an image first.')).toBeVisible()
    await expect(page.getByText('Say what should change first.')).toBeVisible()

    await expect(page.getByAltText('The photo of a cat to try it with')).toBeVisible()
    await page.getByRole('button', { name: 'Make it snow', exact: true }).click()
    await expect(page.getByLabel('What should change')).toHaveValue('Make it snow')
    await page.getByRole('button', { name: 'Try it with this photo' }).click()
    await expect(page.getByAltText('Image to change, as chosen')).toBeVisible()
    await page.getByLabel('What should change').fill('make it snow')
    // This model takes one image.
    await expect(page.getByRole('button', { name: 'Add another image' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Edit - 5 credits' }).click()
    await expect(divider(page)).toBeVisible({ timeout: WORK_MS })
    expect(fal.begun).toMatchObject([
      { endpoint: 'fal-ai/flux-pro/kontext', input: { prompt: 'make it snow' } },
    ])
    await expectSound(page)

    // The result is changed once more, with another image to take from.
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Details' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(page.getByText('64 x 64 px')).toBeVisible()
    await page.getByLabel('Model', { exact: true }).selectOption('Qwen-Image-Edit Plus')
    const other = page.getByRole('region', { name: 'Reference image 2' })
    await page.getByRole('button', { name: 'Add another image' }).click()
    await expect(other).toBeVisible()
    await other.getByRole('button', { name: 'From your images' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Use: / })
      .first()
      .click()
    await expect(page.getByAltText('Reference image 2, as chosen')).toBeVisible()
    await expectSound(page)
    await page.getByRole('button', { name: 'Edit - 4 credits' }).click()
    await expect(divider(page)).toBeVisible({ timeout: WORK_MS })
    expect(fal.begun[1]).toMatchObject({ endpoint: 'fal-ai/qwen-image-edit-plus' })
    expect(fal.begun[1]?.input['image_urls']).toHaveLength(2)

    // The result is enlarged and drawn over.
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Upscale', exact: true }).click()
    await expect(page.getByText('128 x 128 px')).toBeVisible()
    await page.getByText('By a prompt', { exact: true }).click()
    await page.getByText('A lot', { exact: true }).click()
    // By the price list: twice as large, and an image.
    await page.getByRole('button', { name: 'Upscale - 2 credits' }).click()
    await expect(page.getByText('Say what the image shows first.')).toBeVisible()
    await expectSound(page)
    await page.getByLabel('What the image shows').fill('a field in the snow')
    await page.getByRole('button', { name: 'Upscale - 2 credits' }).click()
    const became = page.getByText('64 x 64 px became 128 x 128 px')
    await expect(became).toBeVisible({ timeout: WORK_MS })
    expect(a1111.drawn.at(-1)?.body).toMatchObject({
      prompt: 'a field in the snow',
      denoising_strength: 0.5,
    })

    await page.goto('/tools/fix-faces')
    await page.getByText('Add detail', { exact: true }).click()
    await expect(page.getByText(/draws each face again/)).toBeVisible()
    await page.getByRole('button', { name: 'Try it with this photo' }).click()
    await expect(page.getByText('1 face found')).toBeVisible()
    await page.getByRole('button', { name: 'Fix faces - 1 credit' }).click()
    const detailed = page.getByRole('article', { name: 'Fix faces: result' })
    await expect(detailed.getByRole('slider')).toBeVisible({ timeout: WORK_MS })
    expect(a1111.drawn.at(-1)?.body).toMatchObject({ denoising_strength: 0.35 })
    await expectSound(page)
    await page.context().close()
  } finally {
    await app.dispose()
    await fal.close()
    await a1111.close()
  }
})
