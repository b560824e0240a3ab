import { expect, type Page, test } from '@playwright/test'
import { SEED, startJob } from './creating.ts'
import { mailTo, makeAdmin, newPerson, type Person, signIn } from './people.ts'
import { expectSoundInBothWidths } from './sound.ts'

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

/** A call of the API as somebody. */
async function callAs<T>(
  page: Page,
  { token }: Person,
  path: string,
  { method = 'GET', data }: { method?: string; data?: object } = {},
): Promise<T> {
  const answer = await page.request.fetch(path, {
    method,
    headers: { authorization: `Token ${token}` },
    ...(data && { data }),
  })
  expect([path, answer.ok()]).toEqual([path, true])
  return (await answer.json()) as T
}

/** Publishes an own image with its prompt, by the dialog of its viewer and without a mouse. */
async function publishByKeyboard(page: Page, image: string): Promise<void> {
  await page.goto(`/user/images?view=${image}`)
  const share = page.getByRole('button', { name: 'Share' })
  await share.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Share this image' })
  const shown = dialog.getByRole('switch', { name: 'Show the prompt and settings' })
  await shown.press('Space')
  await expect(shown).toBeChecked()
  await expectSoundInBothWidths(page)
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Publish' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Withdraw' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(share).toBeFocused()
}

/** Draws an image as its author and publishes it with its prompt, as the staff decides. */
async function publish(page: Page, author: Person, admin: Person, prompt: string) {
  const job = await startJob(page, author, { prompt, num_images: 1, seed: SEED })
  let image = ''
  await expect(async () => {
    const { images } = await callAs<{ images: { id: string }[] }>(
      page,
      author,
      `/api/inference_jobs/${job.id}/`,
    )
    image = images[0]!.id
  }).toPass({ timeout: 60_000 })
  await publishByKeyboard(page, image)
  const { publication } = await callAs<{ publication: { id: string } }>(
    page,
    author,
    `/api/prediction_images/${image}/publication/`,
  )
  await callAs(page, admin, `/api/publications/${publication.id}/decide/`, {
    method: 'POST',
    data: { action: 'publish' },
  })
  return publication.id
}

async function be(page: Page, person: Person | null, baseURL: string): Promise<void> {
  await page.context().clearCookies()
  if (person) await signIn(page.context(), person, baseURL)
}

test('published, found, liked, remixed, reported, taken down, appealed, banned, unbanned', async ({
  page,
  baseURL,
}) => {
  const base = baseURL!
  const [author, fan, admin] = [
    await newPerson(page.request),
    await newPerson(page.request),
    await newPerson(page.request),
  ]
  await makeAdmin(admin)
  await be(page, author, base)
  const id = await publish(page, author, admin, 'a red apple')
  const address = `/inspire/images/detail/${id}`

  await test.step('several publications are decided at once, by keyboard', async () => {
    const prompt = 'a green pear'
    const { id: job } = await startJob(page, author, { prompt, num_images: 2, seed: SEED })
    await expect(async () => {
      const { images } = await callAs<{ images: { id: string; status: string }[] }>(
        page,
        author,
        `/api/inference_jobs/${job}/`,
      )
      expect(images.map(({ status }) => status)).toEqual(['S', 'S'])
      for (const image of images)
        await callAs(page, author, `/api/prediction_images/${image.id}/`, {
          method: 'PATCH',
          data: { is_public: true, show_prompt: true },
        })
    }).toPass({ timeout: 60_000 })
    await be(page, admin, base)
    await page.goto('/admin/publications')
    const items = page.getByRole('listitem', { name: prompt })
    await expect(items).toHaveCount(2)
    for (const place of [0, 1]) {
      await items.nth(place).focus()
      await items.nth(place).press('x')
    }
    await expect(page.getByText('2 images are selected.')).toBeVisible()
    await expectSoundInBothWidths(page)
    await items.first().press('p')
    await expect(page.getByText('2 images are published.')).toBeVisible()
    await expect(items).toHaveCount(0)
  })

  await test.step('found, liked and remixed by somebody else, which the author is told', async () => {
    await be(page, fan, base)
    await page.goto('/inspire/images/all')
    await page.locator(`a[href$="${address}"]`).click()
    await page.getByRole('button', { name: /^Like, / }).click()
    await page.getByLabel('Your comment').fill('How red it is')
    await page.getByRole('button', { name: 'Post comment' }).click()
    await expect(page.getByText('How red it is')).toBeVisible()
    await page.getByRole('button', { name: 'Remix' }).click()
    await expect(page).toHaveURL(new RegExp(`remix_of=${id}`))
    await be(page, author, base)
    await page.goto('/text-to-image')
    await page.getByRole('link', { name: /^Notifications, \d+ new$/ }).press('Enter')
    const told = page.getByRole('list', { name: 'Notifications' })
    await expect(told).toContainText('commented: “How red it is”')
    await expect(told).toContainText('Your image is published')
    await expectSoundInBothWidths(page)
  })

  await test.step('reported without an account, and taken down by keyboard', async () => {
    await be(page, null, base)
    await page.goto(address)
    await page.getByRole('link', { name: 'Report this image' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Report' })).toBeVisible()
    // No reason is chosen for anybody.
    for (const reason of await page.getByRole('radio').all()) await expect(reason).not.toBeChecked()
    await page.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByText('Choose a reason.')).toBeVisible()
    await expect(page.getByRole('radio').first()).toBeFocused()
    await expectSoundInBothWidths(page)
    await page.getByLabel('Copyright: it is my work').check()
    await page.getByLabel('What is wrong with it?').fill('I took this photo')
    await page.getByLabel('Your email address').fill(fan.email)
    await page.getByLabel('Your full name, as a signature').fill('Fan')
    await page.getByLabel(/^I believe in good faith/).check()
    await page.getByRole('button', { name: 'Send report' }).click()
    await expect(
      page.getByRole('heading', { name: 'Thank you. We got your report.' }),
    ).toBeFocused()
    await be(page, admin, base)
    await page.goto('/admin/reports')
    const report = page.getByRole('listitem', { name: 'Copyright: image' }).last()
    await report.focus()
    await expectSoundInBothWidths(page)
    await page.getByLabel('Strike').check()
    await report.focus()
    await report.press('r')
    await expect(page.getByText('1 report is decided.')).toBeVisible()
    expect((await page.request.get(`/api/civit_images/${id}/`)).status()).toBe(404)
  })

  await test.step('several reports are decided at once, by keyboard', async () => {
    const texts = [`Odd words ${id}`, `More odd words ${id}`]
    for (const text of texts)
      await callAs(page, fan, '/api/reports/', {
        method: 'POST',
        data: { url: '/faq', reason: 'other', text },
      })
    await page.reload()
    const items = texts.map((text) => page.getByRole('listitem').filter({ hasText: `“${text}”` }))
    for (const item of items) {
      await item.focus()
      await item.press('x')
    }
    await expect(page.getByLabel('Reason, about 2 reports')).toBeVisible()
    await expectSoundInBothWidths(page)
    await items[1]!.press('l')
    await expect(page.getByText('2 reports are decided.')).toBeVisible()
    for (const item of items) await expect(item).toHaveCount(0)
  })

  await test.step('the author objects by the mail, and is right', async () => {
    const [link = ''] = (await mailTo(page.request, author.email)).links
    await be(page, null, base)
    await page.goto(new URL(link).pathname)
    await expect(page.getByText('It uses the work of somebody else')).toBeVisible()
    await expectSoundInBothWidths(page)
    await page.getByLabel('Why do you think it is wrong?').fill('I drew it')
    await page.getByRole('button', { name: 'Send objection' }).click()
    await expect(page.getByText(/^You objected on/)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Object to this decision' })).toBeFocused()
    await be(page, admin, base)
    await page.goto('/admin/reports')
    await page.getByText('Objections', { exact: true }).click()
    await expectSoundInBothWidths(page)
    await page.getByRole('button', { name: 'Take it back' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Take the decision back' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('It is a drawing')
    await dialog.getByRole('button', { name: 'Take it back' }).click()
    await expect(page.getByText('The objection is decided.')).toBeVisible()
    expect((await page.request.get(`/api/civit_images/${id}/`)).status()).toBe(200)
  })

  await test.step('somebody gets a role and loses it, by keyboard', async () => {
    await page.goto('/admin/people')
    await page.getByRole('searchbox', { name: 'Email or id' }).fill(fan.email)
    for (const isStaff of [true, false]) {
      await page.getByRole('button', { name: `Change the roles of ${fan.email}` }).press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Roles' })
      await dialog.getByLabel('Staff').press('Space')
      await expectSoundInBothWidths(page)
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('For a day')
      await dialog.getByRole('textbox', { name: 'Reason' }).press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(page.getByText('Staff', { exact: true })).toHaveCount(isStaff ? 1 : 0)
    }
  })

  await test.step('the author is banned with a reason, and the ban is lifted', async () => {
    await page.goto('/admin/people')
    await page.getByRole('searchbox', { name: 'Email or id' }).fill(author.email)
    await page.getByRole('button', { name: `Ban ${author.email}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Ban a person' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Spam in every comment')
    await expectSoundInBothWidths(page)
    await dialog.getByRole('button', { name: 'Ban', exact: true }).click()
    await expect(page.getByText(`${author.email} is banned.`)).toBeVisible()
    expect((await page.request.get(`/api/civit_images/${id}/`)).status()).toBe(404)
    await page.getByRole('button', { name: `Lift the ban of ${author.email}` }).click()
    const lift = page.getByRole('dialog', { name: 'Lift the ban' })
    await lift.getByRole('textbox', { name: 'Reason' }).fill('A mistake')
    await lift.getByRole('button', { name: 'Lift the ban' }).click()
    await expect(page.getByText(`The ban of ${author.email} is lifted.`)).toBeVisible()
    expect((await page.request.get(`/api/civit_images/${id}/`)).status()).toBe(200)
  })
})
