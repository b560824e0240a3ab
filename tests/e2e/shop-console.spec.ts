import { type Browser, expect, type Page, test } from '@playwright/test'
import { packCard } from './buying.ts'
import { type OwnApp, startOwnApp } from './own-app.ts'
import { makeAdmin, newPerson, signIn } from './people.ts'
import { expectSound, expectSoundInBothWidths } from './sound.ts'

/** Somebody who is signed in to an app of the test's own. */
async function comeIn(
  app: OwnApp,
  browser: Browser,
  { width, isAdmin = false }: { width: number; isAdmin?: boolean },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: { width, height: width < 400 ? 844 : 900 },
  })
  const person = await newPerson(context.request, { comparesFaces: false })
  if (isAdmin) await makeAdmin(person, app.dataDir)
  await signIn(context, person, app.url)
  return context.newPage()
}

const localTime = (inMs: number): string => {
  const at = new Date(Date.now() + inMs)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
const DAY_MS = 86_400_000

test('prices change from a day on, with history and one step back; news and emails are written', async ({
  browser,
}, info) => {
  test.slow()
  const app = await startOwnApp()
  const shot = (name: string) => ({ path: info.outputPath(`${name}.png`), fullPage: true })
  try {
    const desk = await comeIn(app, browser, { width: 1280, isAdmin: true })
    const customer = await comeIn(app, browser, { width: 390 })
    const priceOfPack = async (price: string) => {
      await customer.goto('/pricing', { waitUntil: 'networkidle' })
      await expect(packCard(customer, '1,000')).toContainText(price)
    }

    await desk.goto('/admin/prices', { waitUntil: 'networkidle' })
    await desk.getByLabel('1,000 credits', { exact: true }).fill('8.49')
    await desk.getByRole('radio', { name: 'From a time on' }).check()
    await desk.getByLabel('From', { exact: true }).fill(localTime(DAY_MS))
    await desk.getByRole('button', { name: 'Save the prices' }).click()
    const change = desk.getByRole('row').filter({ hasText: '1,000 credits: $8.49' })
    await expect(change).toContainText('Planned')
    await priceOfPack('$9.99')
    await app.advance('2d')
    // The program looks at its clock when something changes, and within half a minute.
    await app.sql('notify installation')
    await expect(() => priceOfPack('$8.49')).toPass()
    await customer.screenshot(shot('pricing'))

    await desk.goto('/admin/announcements', { waitUntil: 'networkidle' })
    await desk.getByRole('button', { name: 'New announcement' }).click()
    await desk.getByLabel('Text (English)').fill('Packs cost less now.')
    await desk.getByLabel('Text (Spanish)').fill('Los paquetes cuestan menos.')
    await desk.getByLabel('Link', { exact: true }).fill('/pricing')
    await desk.getByLabel('Words of the link (English)').fill('See the prices')
    await desk.getByLabel('Words of the link (Spanish)').fill('Ver los precios')
    await desk.getByLabel('Shown until').fill(localTime(DAY_MS))
    const preview = desk.getByRole('complementary', { name: 'Preview in Spanish' })
    await expect(preview).toContainText('Los paquetes cuestan menos.')
    await desk.screenshot(shot('announcement-form'))
    await desk.getByRole('button', { name: 'Announce', exact: true }).click()
    await expect(desk.getByRole('row').filter({ hasText: 'Packs cost less now.' })).toContainText(
      'Shown',
    )
    await expectSoundInBothWidths(desk)
    await desk.getByRole('button', { name: 'New announcement' }).click()
    await desk.getByLabel('Text (English)').fill('New packs are here.')
    await desk.getByLabel('Text (Spanish)').fill('Hay paquetes nuevos.')
    await desk.getByLabel('Shown until').fill(localTime(DAY_MS))
    await desk.getByRole('button', { name: 'Announce', exact: true }).click()
    await expect(desk.getByRole('row').filter({ hasText: 'New packs are here.' })).toBeVisible()

    await customer.goto('/es/user/dashboard', { waitUntil: 'networkidle' })
    const news = customer.getByRole('complementary', { name: 'Novedades' })
    await expect(news.getByRole('listitem')).toHaveCount(2)
    await expect(news).toContainText('Los paquetes cuestan menos.')
    await expectSound(customer)
    await customer.screenshot(shot('announcement'))
    await news.getByRole('button', { name: 'Cerrar' }).first().click()
    await expect(news.getByRole('listitem')).toHaveCount(1)
    await news.getByRole('button', { name: 'Cerrar' }).click()
    await expect(news).toBeHidden()

    await desk.goto('/admin/mails', { waitUntil: 'networkidle' })
    let previews = 0
    desk.on('request', (request) => {
      if (request.url().endsWith('/preview/')) previews += 1
    })
    await desk.getByLabel('Subject').fill('')
    await desk.getByLabel('Subject').pressSequentially('Hello from {site}', { delay: 20 })
    const mail = desk.frameLocator('iframe')
    await expect(mail.getByRole('heading')).toHaveText('Hello from Atelier')
    // Not one for each key; the machine may pause between some.
    expect(previews).toBeLessThan(8)
    const colleague = await desk.context().newPage()
    await colleague.goto('/admin/mails', { waitUntil: 'networkidle' })
    await colleague.getByLabel('Subject').fill('Welcome, friend')
    // Another email in between loses nothing.
    await colleague.getByText('A month away').click()
    await colleague.getByText('Welcome', { exact: true }).first().click()
    await desk.getByRole('button', { name: 'Save both languages' }).click()
    await expect(desk.getByText('The texts are your own.')).toBeVisible()
    await colleague.getByRole('button', { name: 'Save both languages' }).click()
    await expect(colleague.getByRole('alert')).toContainText('Nothing was saved')
    await expect(colleague.getByRole('textbox', { name: 'Subject' })).toHaveValue('Welcome, friend')
    await colleague.getByRole('button', { name: 'Show what is saved' }).click()
    await expect(colleague.getByLabel('Subject')).toHaveValue('Hello from {site}')
    const changing = (at: Page, text: string) =>
      at.getByRole('row').filter({ hasText: text }).getByRole('button', { name: 'Change' })
    const theirs = await desk.context().newPage()
    for (const at of [theirs, colleague]) {
      await at.goto('/admin/announcements', { waitUntil: 'networkidle' })
      await changing(at, 'New packs are here.').click()
    }
    await theirs.getByLabel('Text (English)').fill('Ten new packs.')
    await theirs.getByRole('button', { name: 'Save' }).click()
    await expect(theirs.getByRole('row').filter({ hasText: 'Ten new packs.' })).toBeVisible()
    await theirs.close()
    await colleague.getByLabel('Text (Spanish)').fill('Hay diez paquetes.')
    await colleague.getByRole('button', { name: 'Save', exact: true }).click()
    const conflict = colleague.getByRole('alert')
    await expect(conflict).toBeFocused()
    const spanish = conflict.getByRole('group', { name: 'Text (Spanish)' })
    await expect(spanish).toContainText('Hay paquetes nuevos.')
    await expect(spanish).toContainText('Hay diez paquetes.')
    // In English nothing was written here: that stays as the other one saved it.
    await expect(conflict.getByRole('group')).toHaveCount(1)
    await expectSoundInBothWidths(colleague)
    await colleague.screenshot(shot('conflict'))
    await expect(colleague.getByRole('textbox', { name: 'Text (Spanish)' })).toHaveValue(
      'Hay diez paquetes.',
    )
    await conflict.getByRole('button', { name: 'Save mine over it' }).click()
    await expect(conflict).toBeHidden()
    await changing(colleague, 'Ten new packs.').click()
    await expect(colleague.getByRole('textbox', { name: 'Text (English)' })).toHaveValue(
      'Ten new packs.',
    )
    await expect(colleague.getByRole('textbox', { name: 'Text (Spanish)' })).toHaveValue(
      'Hay diez paquetes.',
    )
    await colleague.close()
    await desk.screenshot(shot('mails'))
    await desk.getByRole('button', { name: 'Undo the last change' }).click()
    await expect(desk.getByLabel('Subject')).toHaveValue('Welcome to {site}')

    await desk.goto('/admin/prices', { waitUntil: 'networkidle' })
    const pack = desk.getByLabel('2,000 credits', { exact: true })
    const before = await pack.inputValue()
    await pack.fill('31.00')
    await desk.getByRole('button', { name: 'Save the prices' }).click()
    await expect(desk.getByText('Saved.')).toBeVisible()
    await expect(pack).toHaveValue('$31.00')
    const second = desk.getByRole('row').filter({ hasText: '2,000 credits: $31.00' })
    await expect(second).toContainText('Done')
    await desk.screenshot(shot('prices'))
    await second.getByRole('button', { name: 'Undo' }).click()
    await expect(pack).toHaveValue(before)
  } finally {
    await app.dispose()
  }
})
