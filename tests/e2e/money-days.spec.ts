import { expect, test } from '@playwright/test'
import { newPerson, payStarter, signIn } from './people.ts'
import { expectSoundInBothWidths } from './sound.ts'

// Where the day is another one for half of the time.
test.use({ timezoneId: 'Pacific/Auckland' })

const SAID = {
  '': {
    billing: 'Plan, payment and credit dates are in UTC.',
    statement: /Days and times are in UTC\./,
  },
  '/es': {
    billing: 'Las fechas de los planes, pagos y créditos están en UTC.',
    statement: /Los días y las horas están en UTC\./,
  },
} as const

test('money says that its days are UTC, in both languages, and its days are', async ({
  page,
  baseURL,
}) => {
  const person = await newPerson(page.request)
  await payStarter(page.request, person)
  await signIn(page.context(), person, baseURL!)
  const today = new Date().getUTCDate()
  const timeInUtc = new RegExp(`\\b${today}\\b.*\\d\\d:\\d\\d.* UTC`)
  for (const [language, { billing, statement }] of Object.entries(SAID)) {
    await page.goto(`${language}/user/billing`)
    await expect(page.getByText(billing)).toBeVisible()
    await expect(page.getByText(statement)).toBeVisible()
    // The plan's credits are a line of the statement, at its time in UTC.
    const line = page.getByRole('main').getByText(timeInUtc)
    await expect(line.first()).toBeVisible()
    await expectSoundInBothWidths(page)
  }
})
