import { expect, test } from '@playwright/test'
import { makeAdmin, newPerson, signIn } from './people.ts'
import { expectSoundInBothWidths } from './sound.ts'

test('an image is reported from its details, answered, and its credit given back', async ({
  page,
  browser,
  baseURL,
}) => {
  const admin = await newPerson(page.request)
  await makeAdmin(admin)
  const customer = await newPerson(page.request)
  const headers = { authorization: `Token ${customer.token}` }
  const ordered = await page.request.post('/api/inference_jobs/', {
    headers,
    data: { prompt: 'a fox', num_images: 1, width: 256, height: 256, steps: 4 },
  })
  const { id: job } = (await ordered.json()) as { id: string }
  let image = ''
  await expect(async () => {
    const answer = await page.request.get(`/api/inference_jobs/${job}/`, { headers })
    const { images } = (await answer.json()) as { images: { id: string }[] }
    image = images[0]?.id ?? ''
    expect(image).not.toBe('')
  }).toPass({ timeout: 60_000 })
  await signIn(page.context(), customer, baseURL!)

  await page.goto(`/text-to-image?view=${image}`)
  await page.getByRole('link', { name: 'Something wrong?' }).click()
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible()
  await expect(page.getByText(/^About: Text to image/)).toBeVisible()
  await expect(page.getByText(/^Our team may open the prompt and images/)).toBeVisible()
  // What is missing is said at the fields, and the first of them has the keyboard.
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('This field is required.')).toHaveCount(2)
  await expect(page.getByRole('textbox', { name: 'Subject' })).toBeFocused()
  await expectSoundInBothWidths(page)
  await page.keyboard.type('The fox has no tail')
  await page.getByRole('textbox', { name: 'What happened?' }).fill('Foxes have tails.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: 'The fox has no tail', level: 1 })).toBeFocused()
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('Foxes have tails.')
  await expectSoundInBothWidths(page)

  const team = await browser.newContext({ baseURL: baseURL! })
  await signIn(team, admin, baseURL!)
  const desk = await team.newPage()
  await desk.setViewportSize(page.viewportSize()!)
  await desk.goto(`/admin/tickets`)
  await expectSoundInBothWidths(desk)
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  await desk.locator(`a[href="/admin/tickets/${id}"]`).click()
  await desk.getByRole('textbox', { name: 'Answer' }).fill('You are right, we are sorry.')
  await expect(desk.getByText(/the job cost 1 credit\.$/)).toBeVisible()
  await desk.getByRole('button', { name: 'Show prompt and images' }).click()
  const about = desk.getByRole('complementary', { name: 'About the customer' })
  await expect(about.locator(':focus')).toContainText('a fox')
  await expect(about.getByRole('img', { name: 'Image 1 of the job' })).toBeVisible()
  await desk.getByRole('textbox', { name: 'Credits to give back with it' }).fill('1')
  await expectSoundInBothWidths(desk)
  await desk.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(desk.getByText('Answered, with 1 credit given back.')).toBeVisible()
  await expect(desk.getByText('The answer is sent.')).toBeFocused()
  const said = desk.getByRole('list', { name: 'Messages' })
  await expect(said).toContainText('1 credit given back')
  await expect(said).toContainText('You are right')
  await expectSoundInBothWidths(desk)
  await desk.getByRole('textbox', { name: 'Answer' }).fill('Write to us at any time.')
  await desk.getByRole('button', { name: 'Send and close' }).click()
  await expect(desk.getByText('The answer is sent, and the ticket is closed.')).toBeFocused()
  await team.close()

  await page.goto('/support')
  const ticket = page.getByRole('link', { name: /The fox has no tail/ })
  await expect(ticket).toContainText('Closed')
  await expectSoundInBothWidths(page)
  await ticket.click()
  const messages = page.getByRole('log', { name: 'Messages' })
  await expect(messages).toContainText('You are right, we are sorry.')
  await expect(messages).toContainText('We gave you 1 credit back')
  await expectSoundInBothWidths(page)
  const { results } = (await (await page.request.get('/api/credits/', { headers })).json()) as {
    results: { kind: string; amount: number; text: string }[]
  }
  expect(results).toContainEqual(
    expect.objectContaining({ kind: 'adjust', amount: 1, text: 'You are right, we are sorry.' }),
  )
})
