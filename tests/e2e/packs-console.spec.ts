import { expect, test } from '@playwright/test'
import { newPerson, signedInAdmin } from './people.ts'
import { expectSoundInBothWidths } from './sound.ts'

test('an administrator changes a pack, sees it before it is published, and goes back by one press', async ({
  page,
  baseURL,
}) => {
  await signedInAdmin(page, baseURL!)
  const rows = page.getByRole('table', { name: 'Packs' }).getByRole('row')
  const row = (title: string) => rows.filter({ hasText: title })
  await page.goto('/admin/packs')
  await expect(row('Fruit stand')).toContainText('Published')
  await expectSoundInBothWidths(page)
  // A colleague began before.
  const late = await page.context().newPage()
  await late.goto('/admin/packs')
  await late.getByRole('link', { name: 'Change Fruit stand' }).click()
  await late.getByRole('textbox', { name: 'Title' }).fill('Fruit stall')
  const prompts = late.getByRole('textbox', { name: 'Prompts, one per line' })
  const written = await prompts.inputValue()
  await prompts.fill('a strawberry')
  await late.getByRole('button', { name: 'Save draft' }).click()
  await expect(late.getByText('Write 10 to 40 prompts, one per line.')).toBeVisible()
  await expect(prompts).toBeFocused()
  await prompts.fill(written)
  await page.getByRole('link', { name: 'Change Fruit stand' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Fruit market')
  await page.getByRole('button', { name: 'Save draft' }).click()
  // The preview: as it will be, for the staff alone.
  await expect(page.getByRole('heading', { name: 'Fruit market', level: 1 })).toBeVisible()
  await late.getByRole('button', { name: 'Save draft' }).click()
  const conflict = late.getByRole('alert')
  await expect(conflict).toContainText('Nothing was saved yet.')
  await expect(conflict.getByRole('group', { name: 'Title' })).toContainText('Fruit market')
  await expect(late.getByRole('textbox', { name: 'Title' })).toHaveValue('Fruit stall')
  await late.close()
  await page.goto('/admin/packs')
  await expect(row('Fruit stand')).toContainText('has changes')
  await page.getByRole('button', { name: 'Publish Fruit stand' }).click()
  await expect(row('Fruit market')).toContainText('Published')
  await page.getByRole('button', { name: 'Go back to Fruit market as it was before' }).click()
  await expect(row('Fruit stand')).toBeVisible()
  await expect(row('Fruit market')).toHaveCount(0)
  await page.goto('/admin/log')
  const log = page.getByRole('table', { name: 'Log' })
  await expect(log).toContainText('published the version before of the pack “Fruit stand” again')
  await page.goto('/admin/studios')
  await expect(page.getByText('There are no public studios.')).toBeVisible()
  await expectSoundInBothWidths(page)
})

test('a person is given limits of their own, reads why, and has those of the plan again by one press', async ({
  page,
  baseURL,
}) => {
  const person = await newPerson(page.request)
  await signedInAdmin(page, baseURL!)
  const headers = { authorization: `Token ${person.token}` }
  const me = async () =>
    (await (await page.request.get('/api/users/me/', { headers })).json()) as {
      id: string
      own_limits: { queue: number; reason: string } | null
    }
  const { id } = await me()
  await page.goto(`/admin/people/${id}`)
  await page.getByRole('button', { name: 'Set other limits' }).click()
  const dialog = page.getByRole('dialog', { name: 'Limits of their own' })
  await dialog.getByRole('textbox', { name: 'Jobs in the queue' }).fill('1')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Too many failed jobs')
  await dialog.getByRole('button', { name: 'Set', exact: true }).click()
  const own = page.getByRole('region', { name: 'Limits of their own' })
  await expect(own).toContainText('1 job in the queue instead of 2')
  await expectSoundInBothWidths(page)
  expect(await me()).toMatchObject({ own_limits: { queue: 1, reason: 'Too many failed jobs' } })
  await own.getByRole('button', { name: 'Back to the limits of the plan' }).click()
  await expect(page.getByText('Has the limits of the plan.')).toBeVisible()
  expect(await me()).toMatchObject({ own_limits: null })
})
