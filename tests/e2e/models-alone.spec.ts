import { expect, test } from '@playwright/test'
import { startOwnApp } from './own-app.ts'
import { expectSoundInBothWidths } from './sound.ts'

const PASSWORD = 'correct horse battery'

test('a site that has models alone keeps the profile of those who publish them', async ({
  browser,
}) => {
  const app = await startOwnApp()
  try {
    const email = 'ada@example.org'
    const account = ['--password', PASSWORD, '--email', email, '--verified', '--admin']
    await app.command('user', 'create', ...account)
    const context = await browser.newContext({ ...test.info().project.use, baseURL: app.url })
    const login = { data: { email, password: PASSWORD } }
    const answer = await context.request.post('/api/dj-rest-auth/login/', login)
    const { key } = (await answer.json()) as { key: string }
    const changed = await context.request.patch('/api/admin/brands/atelier/', {
      headers: { authorization: `Token ${key}` },
      data: { features: ['text_to_image', 'explore_models'] },
    })
    expect(changed.ok()).toBe(true)
    await context.addCookies([{ name: 'accessToken', value: key, url: app.url }])
    const page = await context.newPage()
    await page.goto('/user/account')
    const profile = page.getByRole('region', { name: 'Public profile' })
    await expect(profile.getByText('Others see this beside what you publish.')).toBeVisible()
    await expect(profile.getByRole('group', { name: 'Image' })).toHaveCount(0)
    await profile.getByLabel('Name').fill('Ada of the Hills')
    await profile.getByRole('button', { name: 'Save' }).click()
    await expect(profile.getByText('Saved.')).toBeVisible()
    await expectSoundInBothWidths(page)

    const own = await context.request.get('/api/account/profile/', {
      headers: { authorization: `Token ${key}` },
    })
    const { id } = (await own.json()) as { id: string }
    await page.goto(`/inspire/creators/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada of the Hills')
    await expect(page.getByText(/^0 models · since/)).toBeVisible()
    await expect(page.getByText('Nothing published yet.')).toBeVisible()
  } finally {
    await app.dispose()
  }
})
