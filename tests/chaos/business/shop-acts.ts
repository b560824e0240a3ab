import { randomInt, randomUUID } from 'node:crypto'
import { api } from '#contract/index.ts'
import { PACK_CREDITS } from '../storm.ts'
import { chance, type Desk, patience } from './desk.ts'

const DAY_MS = 86_400_000
/** A price that is planned comes into force so soon, with kills in between. */
const SOON_MS = 5000

/** Announces something and ends it. */
export async function announce(desk: Desk): Promise<void> {
  const colleague = desk.someone()
  const words = { text: `News ${randomUUID()}`, label: null }
  const body = {
    content: { en: words, es: words },
    starts_at: new Date().toISOString(),
    ends_at: new Date(Date.now() + DAY_MS).toISOString(),
    key: randomUUID(),
  }
  const { id } = await desk.press(() =>
    colleague.call(api.adminAnnouncements.create, { body }, patience()),
  )
  desk.done({ kind: 'announcement', user: '', by: colleague.id, key: body.key })
  const ended = { params: { id }, body: {} }
  if (chance(50))
    await desk.until(
      () => colleague.call(api.adminAnnouncements.end, ended, patience()),
      ['conflict'],
    )
}

/** Changes what a pack costs at once, and plans and cancels a change; one after the other. */
export async function changePrices(desk: Desk): Promise<void> {
  const { call } = desk.someone()
  const value = chance(30) ? null : `${PACK_CREDITS}=${800 + randomInt(200)}`
  await desk.until(() =>
    call(api.adminSettings.change, { body: { PACK_PRICES: value } }, patience()),
  )
  desk.done({ kind: 'price', user: '', value })
  const { id } = await desk.see(() =>
    call(
      api.adminSettings.plan,
      {
        body: {
          starts_at: new Date(Date.now() + DAY_MS).toISOString(),
          changes: { PACK_PRICES: `${PACK_CREDITS}=${700 + randomInt(99)}` },
        },
      },
      patience(),
    ),
  )
  await desk.until(
    () => call(api.adminSettings.cancelPlan, { params: { id } }, patience()),
    ['conflict'],
  )
}

/** Plans a price of a tool that nobody uses, which comes into force during the run. */
export async function planPrice(desk: Desk): Promise<void> {
  const { call } = desk.someone()
  const value = `training=${1000 + randomInt(1000)}`
  const { id } = await desk.see(() => {
    const startsAt = new Date(Date.now() + SOON_MS).toISOString()
    const body = { starts_at: startsAt, changes: { TOOL_PRICES: value } }
    return call(api.adminSettings.plan, { body }, patience())
    // Its time may be over before it is taken.
  }, ['invalid'])
  desk.done({ kind: 'planned_price', user: '', id, value })
}

/** Makes a promotion and ends it. */
export async function promote(desk: Desk): Promise<void> {
  const { call } = desk.someone()
  const code = `DESK-${randomUUID().slice(0, 13).toUpperCase()}`
  const body = { code, percent_off: 1 + randomInt(90), applies_to: 'packs' as const }
  // A code is never given twice: refused, it was made by a request whose answer was lost.
  await desk.until(() => call(api.adminPromotions.create, { body }, patience()), ['invalid'])
  const made = await desk.until(() => call(api.adminPromotions.list, { query: {} }, patience()))
  const id = made?.results.find((one) => one.code === code)?.id
  if (id === undefined) throw new Error(`The promotion ${code} was not made`)
  const params = { id }
  await desk.until(() => call(api.adminPromotions.end, { params }, patience()), ['conflict'])
  desk.done({ kind: 'promotion', user: '', id, code })
}
