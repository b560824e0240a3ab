import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/values/inference-jobs.ts'
import { api } from '#contract/index.ts'
import { OWN_MODEL } from '../orders.ts'
import { PACK_CREDITS } from '../storm.ts'
import { chance, type Customer, type Desk, patience } from './desk.ts'

/** Course of one customer, with the staff at the other side. */
type Act = (desk: Desk, customer: Customer) => Promise<void>

const ENDED = new Set(['B', 'CD', 'FL', 'S'])
const USUAL_CARD = '4242'
const DISPUTED_CARD = '0259'

async function openTicket(desk: Desk, { call }: Customer) {
  const subject = `My order ${randomUUID()}`
  const body = { subject, text: 'It went wrong.', key: randomUUID() }
  return desk.press(() => call(api.support.create, { body }, patience()))
}

async function answerTicket(desk: Desk, customer: Customer): Promise<void> {
  const { id: user } = customer
  const { subject, ...ticket } = await openTicket(desk, customer)
  const params = { id: ticket.id }
  const colleague = desk.someone()
  const reply = { text: `We look into ${subject}.`, close: chance(50), key: randomUUID() }
  await desk.press(() =>
    colleague.call(api.adminTickets.answer, { params, body: reply }, patience()),
  )
  desk.done({ kind: 'answer', user, ticket: ticket.id, by: colleague.id, key: reply.key })
  const gift = { key: randomUUID(), credits: 1 + randomInt(50), reason: `Sorry for ${subject}` }
  const { id } = await desk.press(async () => {
    const given = { params, body: gift }
    return (await colleague.call(api.adminTickets.compensate, given, patience())).adjustment
  })
  const shared = { user, id, by: colleague.id, key: gift.key, ticket: ticket.id }
  desk.done({ kind: 'credit_back', amount: gift.credits, ...shared })
  await desk.until(() => colleague.call(api.adminTickets.close, { params, body: {} }, patience()))
}

/** Answers, gives credits back and closes by one press. */
async function makeUp(desk: Desk, customer: Customer): Promise<void> {
  const { id: ticket, subject, messages } = await openTicket(desk, customer)
  const colleague = desk.someone()
  const key = randomUUID()
  const credits = 1 + randomInt(50)
  const text = `We are sorry for ${subject}.`
  const body = { text, credits, close: true, seen: messages.at(-1)!.id, key }
  const params = { id: ticket }
  await desk.press(() => colleague.call(api.adminTickets.answer, { params, body }, patience()))
  const shared = { user: customer.id, ticket, by: colleague.id, key }
  desk.done({ kind: 'answer_with_credits', amount: credits, ...shared })
}

async function adjust(desk: Desk, user: string, amount: number): Promise<void> {
  const colleague = desk.someone()
  const body = { key: randomUUID(), amount, reason: 'Counted again' }
  const asked = { params: { id: user }, body }
  const { id } = await desk.press(() => colleague.call(api.admin.adjust, asked, patience()))
  desk.done({ kind: 'adjustment', user, id, amount, by: colleague.id, key: body.key })
}

/** Gives a plan, or ends it, which a second administrator has to agree to where it grants much. */
async function givePlan(desk: Desk, user: string, plan: 'hobby' | 'free'): Promise<void> {
  const colleague = desk.someone()
  const params = { id: user }
  const { plan: seen } = await desk.see(() =>
    colleague.call(api.admin.user, { params }, patience()),
  )
  const { is_paid: _isPaid, ...was } = seen
  const period = plan === 'free' ? null : ('monthly' as const)
  const body = { key: randomUUID(), plan, period, reason: 'A prize', was }
  const { id, state } = await desk.press(() =>
    colleague.call(api.admin.grantPlan, { params, body }, patience()),
  )
  if (state === 'waiting') {
    const agreed = { params: { id }, body: { agree: true } }
    const second = desk.another(colleague)
    await desk.until(() => second.call(api.admin.decide, agreed, patience()), ['conflict'])
  }
  desk.done({ kind: 'plan', user, id, plan, by: colleague.id, key: body.key })
}

async function changeAccount(desk: Desk, { id: user }: Customer): Promise<void> {
  await adjust(desk, user, 1 + randomInt(500))
  await adjust(desk, user, -1)
  await givePlan(desk, user, 'hobby')
  if (chance(70)) await givePlan(desk, user, 'free')
}

/** Buys a pack. @returns the payment, once it is in the books */
async function buy(desk: Desk, { id: user, call }: Customer, card: string): Promise<string> {
  const query = { quantity: String(PACK_CREDITS) }
  const { url } = await desk.see(() => call(api.billing.checkout, { query }, patience()))
  const session = /\/test-checkout\/([^/?]+)/.exec(url)?.[1]
  await desk.see(async () => {
    const answer = await fetch(`${desk.url}/test-checkout/${session}/pay/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ card }),
      ...patience(),
    })
    const { status } = (await answer.json()) as { status?: string }
    return status === 'complete' ? status : null
  })
  const colleague = desk.someone()
  return desk.see(async () => {
    const found = { query: { search: user } }
    const { results } = await colleague.call(api.admin.payments, found, patience())
    return results.find(({ status }) => status === 'paid')?.id
  })
}

/** Spends some credits of what was bought, for all others are gone. */
async function draw(desk: Desk, { call }: Customer, { waits }: { waits: boolean }): Promise<void> {
  const prompt = { prompt: 'a red fox', model: OWN_MODEL, width: 64, height: 64, num_images: 2 }
  const headers = { [IDEMPOTENCY_KEY_HEADER]: randomUUID() }
  const job = await desk.see(() =>
    call(api.inferenceJobs.create, { body: prompt }, { ...patience(), headers }),
  )
  if (!waits) return
  for (;;) {
    const { status } = await desk.see(() =>
      call(api.inferenceJobs.detail, { params: { id: job.id } }, patience()),
    )
    if (ENDED.has(status)) return
    await sleep(250)
  }
}

/** Takes the free credits, so that what is bought is spent first. */
async function empty(desk: Desk, { id, call }: Customer): Promise<void> {
  const { credits } = await desk.see(() => call(api.users.me, {}, patience()))
  if (credits > 0) await adjust(desk, id, -credits)
}

/** Money goes back after some of its credits were spent, and those are forgiven. */
async function refundAndForgive(desk: Desk, customer: Customer): Promise<void> {
  await empty(desk, customer)
  const payment = await buy(desk, customer, USUAL_CARD)
  await draw(desk, customer, { waits: true })
  const { id: user } = customer
  const colleague = desk.someone()
  const { amount } = await desk.see(async () => {
    const found = { query: { search: payment } }
    return (await colleague.call(api.admin.payments, found, patience())).results[0]
  })
  const refund = { key: randomUUID(), amount, reason: 'Asked for nicely' }
  const money = { params: { id: payment }, body: refund }
  await desk.press(() => colleague.call(api.admin.refund, money, patience()))
  desk.done({ kind: 'refund', user, payment, amount, key: refund.key })
  const params = { id: user }
  const record = await desk.see(async () => {
    const read = await colleague.call(api.adminPersonRecord.read, { params }, patience())
    // The refund is told by an event.
    return read.payments.some(({ refunded }) => refunded === amount) ? read : null
  })
  if (record.unrecovered === 0) return
  const body = { key: randomUUID(), reason: 'No fault of theirs' }
  const asked = { params, body }
  const made = await desk.press(() => colleague.call(api.admin.forgive, asked, patience()))
  const shared = { user, id: made.id, by: colleague.id, key: body.key }
  desk.done({ kind: 'forgiveness', amount: made.amount, ...shared })
}

async function withdraw(desk: Desk, customer: Customer): Promise<void> {
  await empty(desk, customer)
  const payment = await buy(desk, customer, USUAL_CARD)
  await draw(desk, customer, { waits: chance(50) })
  const { call, id: user } = customer
  const { id } = await desk.press(() =>
    call(api.withdrawals.start, { body: { payment } }, patience()),
  )
  await desk.press(() => call(api.withdrawals.confirm, { params: { id }, body: {} }, patience()))
  desk.done({ kind: 'withdrawal', user, payment })
}

/** A bank takes a payment back, and the evidence wins or loses. */
async function dispute(desk: Desk, customer: Customer): Promise<void> {
  await empty(desk, customer)
  const payment = await buy(desk, customer, DISPUTED_CARD)
  const colleague = desk.someone()
  const params = { id: payment }
  await desk.see(async () => {
    const { results } = await colleague.call(api.adminDisputes.list, { query: {} }, patience())
    return results.find(({ id }) => id === payment)
  })
  const outcome = chance(50) ? 'won' : 'lost'
  const note = outcome === 'won' ? 'winning_evidence' : 'losing_evidence'
  await desk.see(async () => {
    const { token } = await colleague.call(api.adminDisputes.read, { params }, patience())
    // Sent by a request whose answer was lost.
    if (token === null) return payment
    const body = { token, note }
    await colleague.call(api.adminDisputes.submit, { params, body }, patience())
    return payment
    // Something came into the evidence since it was read.
  }, ['conflict'])
  desk.done({ kind: 'dispute', user: customer.id, payment, outcome })
}

async function banAndUnban(desk: Desk, customer: Customer): Promise<void> {
  await draw(desk, customer, { waits: false })
  const { id: user } = customer
  const { call } = desk.someone()
  const params = { id: user }
  const body = { reason: 'Too many accounts' }
  const again = ['conflict']
  await desk.until(() => call(api.adminPeople.ban, { params, body }, patience()), again)
  desk.done({ kind: 'ban', user })
  await sleep(randomInt(500))
  await desk.until(() => call(api.adminPeople.unban, { params, body }, patience()), again)
}

async function limitAndLift(desk: Desk, { id: user }: Customer): Promise<void> {
  const { call } = desk.someone()
  const params = { id: user }
  const body = { reason: 'Looks like two people' }
  const again = ['conflict']
  await desk.until(() => call(api.accountLimits.limit, { params, body }, patience()), again)
  desk.done({ kind: 'limit', user })
  await desk.until(() => call(api.accountLimits.unlimit, { params, body }, patience()), again)
}

/** Decides about two accounts of one browser, and takes it back. */
async function decideAndUndo(desk: Desk, { id: user, partner }: Customer): Promise<void> {
  if (partner === undefined) throw new Error('Nobody shares the browser of this customer')
  const { call } = desk.someone()
  const decision = chance(70) ? ('limited' as const) : ('fine' as const)
  const body = { accounts: [user, partner], decision, reason: 'One browser' }
  const again = ['conflict']
  await desk.until(() => call(api.adminClusters.decide, { body }, patience()), again)
  const listed = await desk.until(() => call(api.adminClusters.list, {}, patience()))
  const own = listed?.results.find(({ accounts }) => accounts.some(({ id }) => id === user))
  const id = own?.decisions[0]?.id
  if (id === undefined) throw new Error(`Nothing was decided about ${user} and ${partner}`)
  const undone = { params: { id }, body: { reason: 'They live together' } }
  await desk.until(() => call(api.adminClusters.undo, undone, patience()), again)
  desk.done({ kind: 'cluster_decision', user, partner, id, decision })
}

/** Acts for which a customer is needed, each with a customer who has done nothing before. */
export const ACTS: Record<string, Act> = {
  answerTicket,
  makeUp,
  changeAccount,
  refundAndForgive,
  withdraw,
  dispute,
  banAndUnban,
  limitAndLift,
  decideAndUndo,
}
