import { expect, test } from '@playwright/test'
import { makeAdmin, newPerson, signIn, signedInAdmin } from './people.ts'
import { expectSoundInBothWidths } from './sound.ts'

test('an administrator finds a person by a job, reads their page and notes something', async ({
  page,
  baseURL,
}) => {
  const admin = await newPerson(page.request)
  await makeAdmin(admin)
  const person = await newPerson(page.request)
  const ordered = await page.request.post('/api/inference_jobs/', {
    headers: { authorization: `Token ${person.token}` },
    data: { prompt: 'a fox', width: 256, height: 256, steps: 4 },
  })
  const { id: job } = (await ordered.json()) as { id: string }
  await signIn(page.context(), admin, baseURL!)
  await page.goto('/admin/people')
  await page.getByRole('searchbox', { name: 'Email or id' }).fill(job)
  await page.getByRole('link', { name: person.email }).click()
  await expect(page.getByRole('heading', { name: person.email, level: 1 })).toBeVisible()
  const jobs = page.getByRole('table', { name: 'Jobs' })
  await expect(jobs.getByText(job)).toBeVisible()
  await page.getByRole('textbox', { name: 'New note' }).fill('Asked for a fox')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('region', { name: 'Notes' }).getByText(admin.email)).toBeVisible()
  await expectSoundInBothWidths(page)

  await page.getByRole('button', { name: `Adjust the credits of ${person.email}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Adjust credits' })
  await dialog.getByRole('textbox', { name: 'Credits' }).fill('7')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('A lost fox')
  await dialog.getByRole('button', { name: 'Adjust' }).click()
  await expect(page.getByRole('table', { name: 'Statement' }).getByText('A lost fox')).toBeVisible()
  await page.getByRole('link', { name: 'Log', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Who or whom' }).fill(person.email)
  await page.getByRole('combobox', { name: 'What' }).selectOption('Adjusted credits')
  await expect(
    page.getByRole('table', { name: 'Log' }).getByText(`gave 7 credits to ${person.email}`),
  ).toBeVisible()
  await expectSoundInBothWidths(page)
})

test('who looks as somebody else sends nothing that changes anything', async ({
  page,
  baseURL,
}) => {
  const person = await newPerson(page.request)
  await signedInAdmin(page, baseURL!)
  await page.goto(`/admin/people?search=${person.email}`)
  await page.getByRole('link', { name: person.email }).click()
  await page.getByRole('button', { name: `See the site as ${person.email} does` }).click()
  const changes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && pathname.startsWith('/api/'))
      changes.push(`${request.method()} ${pathname}`)
  })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('A ticket about their library')
  await dialog.getByRole('button', { name: 'See the site' }).click()
  const banner = page.getByRole('complementary', { name: 'You are looking as somebody else' })
  await expect(banner).toBeVisible()
  for (const path of ['/user/images', '/user/billing', '/user/dashboard', '/support']) {
    // Calls that a page makes by itself begin together with the stream of events.
    const events = page.waitForResponse(/\/api\/events\//)
    await page.goto(path)
    await events
    await expect(banner).toBeVisible()
  }
  expect(changes.filter((change) => !change.endsWith('/view/'))).toEqual([])
})
