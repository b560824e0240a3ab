import { expect, test } from '@playwright/test'
import { startOwnApp } from './own-app.ts'
import { expectSoundInBothWidths } from './sound.ts'

const ACCOUNT = { email: 'ada@example.org', password: 'correct horse battery' }

test('an administrator shows an own image on the home page, goes a step back and has one drawn again @once', async ({
  page,
  request,
}) => {
  test.slow()
  const app = await startOwnApp()
  try {
    const { email, password } = ACCOUNT
    const made = ['--verified', '--admin', '--credits', '10']
    await app.command('user', 'create', '--email', email, '--password', password, ...made)
    const login = await request.post(`${app.url}/api/dj-rest-auth/login/`, { data: ACCOUNT })
    const { key } = (await login.json()) as { key: string }
    const headers = { authorization: `Token ${key}` }
    const order = { prompt: 'a red apple', seed: 7, width: 128, height: 128, num_images: 1 }
    const job = await request.post(`${app.url}/api/inference_jobs/`, { headers, data: order })
    const { id } = (await job.json()) as { id: string }
    await expect
      .poll(
        async () => {
          const answer = await request.get(`${app.url}/api/inference_jobs/${id}/`, { headers })
          return ((await answer.json()) as { status: string }).status
        },
        { timeout: 60_000 },
      )
      .toBe('S')
    const list = await request.get(`${app.url}/api/prediction_images/`, { headers })
    const [image] = ((await list.json()) as { results: { id: string }[] }).results
    const published = await request.patch(`${app.url}/api/prediction_images/${image!.id}/`, {
      headers,
      data: { is_public: true, alt: 'A red apple' },
    })
    expect(published.status()).toBe(200)

    await page.context().addCookies([{ name: 'accessToken', value: key, url: app.url }])
    await page.goto(`${app.url}/admin/brands`, { waitUntil: 'networkidle' })
    const home = page.getByRole('region', { name: 'Images of the home pages' })
    const item = home.getByRole('listitem').filter({ hasText: 'pizza flat style' })
    await home.getByText('7 images').click()
    await expect(item).toContainText('Comes with the program')
    await item.getByRole('button', { name: 'Choose an image' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose an image' })
    await dialog.getByRole('button', { name: 'A red apple' }).click()
    await expect(dialog.getByRole('img', { name: 'A red apple' })).toBeVisible()
    await dialog.getByLabel('Description in Spanish').fill('Una manzana roja')
    await expectSoundInBothWidths(page)
    await dialog.getByRole('button', { name: 'Show this image' }).click()
    await expect(item).toContainText('From your library')
    await expectSoundInBothWidths(page)

    const visitor = await (await page.context().browser()!.newContext()).newPage()
    const shown = visitor.getByRole('img', { name: 'Una manzana roja', exact: true })
    await expect(async () => {
      await visitor.goto(`${app.url}/es`)
      await expect(shown).toHaveAttribute('src', /^\/site-picture\//, { timeout: 500 })
    }).toPass({ timeout: 60_000 })

    await item.getByRole('button', { name: 'Undo the last change' }).click()
    await expect(item).toContainText('Comes with the program')
    await item.getByRole('button', { name: 'Draw again' }).click()
    await expect(item).toContainText('Drawn by', { timeout: 60_000 })
    // Once no sample is a clip of the built-in model, the page offers none to play.
    await home.getByRole('button', { name: 'Draw all again' }).click()
    const clips = visitor.getByRole('button', { name: /^(?:Pause|Play) clips$/ })
    await expect(async () => {
      await visitor.goto(app.url)
      await expect(visitor.getByRole('heading', { name: 'What you can make' })).toBeVisible()
      await expect(clips).toHaveCount(0, { timeout: 500 })
    }).toPass({ timeout: 60_000 })
    await visitor.context().close()
    await page.goto(`${app.url}/admin/log`)
    await expect(page.getByRole('table', { name: 'Log' })).toContainText(
      'had an image of the site drawn again',
    )
  } finally {
    await app.dispose()
  }
})
