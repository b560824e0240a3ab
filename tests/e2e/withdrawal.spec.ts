import { expect, test } from '@playwright/test'
import { buyPack } from './buying.ts'
import { signedIn } from './people.ts'
import { expectSoundInBothWidths } from './sound.ts'

interface Mail {
  to: string
  subject: string
  text: string
}

test('somebody withdraws from a purchase in two steps, and by the link of the receipt without logging in', async ({
  page,
  baseURL,
  browser,
}, info) => {
  const person = await signedIn(page, baseURL!)
  await buyPack(page, '1,000', '4242')
  await buyPack(page, '2,000', '4242')
  await page.goto('/user/billing')
  await page.getByRole('link', { name: 'Withdraw from contract here' }).click()
  await expect(page.getByRole('heading', { name: 'Withdraw from a contract' })).toBeVisible()
  const pack = page.getByRole('article', { name: '1,000 credits' })
  await expect(pack).toContainText('$9.99')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expectSoundInBothWidths(page)
  await page.screenshot({ path: info.outputPath('list.png'), fullPage: true })
  await pack.getByRole('link', { name: 'Withdraw from contract here' }).click()
  await page.getByRole('button', { name: 'Withdraw from contract here' }).click()
  await expect(page.getByText('Step 2 of 2')).toBeFocused()
  await expectSoundInBothWidths(page)
  await page.screenshot({ path: info.outputPath('confirm.png'), fullPage: true })
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(page.getByRole('heading', { name: 'We received your withdrawal' })).toBeFocused()
  await expect(page.getByText('$9.99 was refunded')).toBeVisible()
  await page.screenshot({ path: info.outputPath('received.png'), fullPage: true })

  const inbox = (await (await page.request.get('/dev/inbox.json')).json()) as Mail[]
  const own = inbox.filter(({ to }) => to === person.email)
  expect(own.map(({ subject }) => subject)).toContain('We received your withdrawal: 1,000 credits')
  const receipt = own.find(({ subject }) => subject.startsWith('Receipt: 2,000 credits'))!
  const link = /\S+\/withdraw\?token=[\w-]+/.exec(receipt.text)![0]
  const stranger = await browser.newContext({ viewport: page.viewportSize()! })
  const other = await stranger.newPage()
  // Without the link it is said how to come here.
  await other.goto(new URL('/withdraw', baseURL).href)
  await expect(other.getByText(/receipt has a link that opens your purchase/)).toBeVisible()
  await expect(other.getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    '/login?nextUrl=%2Fwithdraw',
  )
  await expectSoundInBothWidths(other)
  const { pathname, search } = new URL(link)
  await other.goto(new URL(`/es${pathname}${search}`, baseURL).href)
  await other.getByRole('button', { name: 'Desistir del contrato aquí' }).click()
  await expectSoundInBothWidths(other)
  await other.screenshot({ path: info.outputPath('link.png'), fullPage: true })
  await other.getByRole('button', { name: 'Confirmar desistimiento' }).click()
  await expect(other.getByRole('heading', { name: 'Recibimos tu desistimiento' })).toBeFocused()
  await stranger.close()
})
