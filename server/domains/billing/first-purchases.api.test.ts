import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createClient } from '#tests/support/client.ts'
import { api } from '#contract/index.ts'
import { setClock } from '#tests/support/books.ts'
import { fetchTransport } from '#tests/support/fetch-transport.ts'
import { newAdmin, type TestPerson } from '#tests/support/people.ts'
import type { PaymentsApp } from './testing/payments-app.ts'
import { withShop } from './testing/with-shop.ts'

/** People a day and network. */
const MOST = 2
let shop: PaymentsApp
let buyer: TestPerson
let admin: TestPerson | null

/** As an administrator sets it in the console. */
async function limitTo(perNetwork: number, perCard = MOST): Promise<void> {
  await admin!.call(api.adminSettings.change, {
    body: {
      FIRST_PURCHASES_PER_IP: String(perNetwork),
      FIRST_PURCHASES_PER_CARD: String(perCard),
    },
  })
}

beforeAll(() => {
  admin = null
})
withShop((...now) => ([shop, buyer] = now), { app: { env: { TRUSTED_PROXIES: '127.0.0.1' } } })
beforeEach(async () => {
  if (admin) return
  admin = await newAdmin(shop.app)
  await limitTo(MOST)
})

/** Somebody's browser behind a network address. */
const from = ({ token }: TestPerson, ip: string, language = 'en') =>
  createClient(
    fetchTransport(shop.app.url, {
      headers: {
        authorization: `Token ${token}`,
        'x-forwarded-for': ip,
        'accept-language': language,
      },
    }),
    { validate: true },
  )

const packPage = async (person: TestPerson, ip: string, quantity = '1000') =>
  (await from(person, ip)(api.billing.checkout, { query: { quantity } })).url
const planPage = async (person: TestPerson, ip: string) => {
  const body = { plan: 'basic' as const, period: 'monthly' as const }
  return (await from(person, ip)(api.billing.checkoutSubscription, { body })).url
}
const buyers = (count: number) => Promise.all(Array.from({ length: count }, () => shop.newBuyer()))

const REFUSED = {
  status: 429,
  code: 'throttled',
  body: {
    detail:
      'Too many new customers are paying from your network. Try again later or from another network, or write to us.',
  },
}

/** The operator's open cases of a kind, of these people. */
async function casesOf(kind: string, people: TestPerson[]) {
  const { cases } = await admin!.call(api.admin.reconciliation, { query: {} })
  const ids = new Set<string | null>(people.map(({ id }) => id))
  return cases.filter((found) => found.kind === kind && ids.has(found.user))
}

describe('first purchases of one network', () => {
  it('are limited a day: later buyers are refused before paying, and the operator is told', async () => {
    const [one, other, late, later] = await buyers(4)
    await shop.pay(await packPage(one!, '203.0.113.10'))
    await planPage(other!, '203.0.113.10')
    await expect(packPage(late!, '203.0.113.10')).rejects.toMatchObject(REFUSED)
    await expect(planPage(later!, '203.0.113.10')).rejects.toMatchObject(REFUSED)
    const pages = await shop.app.db.kysely
      .selectFrom('checkouts')
      .select('id')
      .where('user_id', 'in', [late!.id, later!.id])
      .execute()
    expect(pages).toEqual([])
    expect(await casesOf('first_purchases', [late!, later!])).toMatchObject([
      {
        user: late!.id,
        reference: null,
        text: expect.stringContaining('More than 2 new customers') as string,
      },
    ])
    await packPage(late!, '203.0.113.11')
  })

  it('are one /64 of IPv6, and said in the language of the buyer', async () => {
    const [one, other, late] = await buyers(3)
    await packPage(one!, '2001:db8:1:1::1')
    await packPage(other!, '2001:db8:1:1:ffff::2')
    const query = { quantity: '1000' }
    const spanish = from(late!, '2001:db8:1:1::3', 'es')(api.billing.checkout, { query })
    await expect(spanish).rejects.toMatchObject({
      status: 429,
      body: { detail: expect.stringContaining('Demasiados clientes nuevos') as string },
    })
    await packPage(late!, '2001:db8:1:2::3')
  })

  it('are counted once a person, whatever they look at', async () => {
    const [one, other] = await buyers(2)
    const page = await packPage(one!, '203.0.113.20')
    expect(await packPage(one!, '203.0.113.20')).toBe(page)
    await packPage(one!, '203.0.113.20', '2000')
    await planPage(one!, '203.0.113.20')
    await packPage(other!, '203.0.113.20')
    await packPage(one!, '203.0.113.20')
  })

  it('are not those of people who have paid before, nor of addresses that are not public', async () => {
    await shop.pay(await packPage(buyer, '203.0.113.30'))
    await shop.settle()
    const [one, other, ...more] = await buyers(6)
    // The place of who has paid just now is taken.
    await packPage(one!, '203.0.113.30')
    await expect(packPage(other!, '203.0.113.30')).rejects.toMatchObject(REFUSED)
    await packPage(buyer, '203.0.113.30', '2000')
    for (const person of more) await packPage(person, '10.0.0.7')
  })

  it('give their places back when a page is over, and after a day', async () => {
    const [one, other, late, later] = await buyers(4)
    const page = await packPage(one!, '203.0.113.40')
    await packPage(other!, '203.0.113.40')
    await expect(packPage(late!, '203.0.113.40')).rejects.toMatchObject(REFUSED)
    await shop.stripe.checkout.sessions.expire(/\/test-checkout\/([^/?]+)/.exec(page)![1]!)
    await shop.settle()
    await packPage(late!, '203.0.113.40')
    await expect(packPage(later!, '203.0.113.40')).rejects.toMatchObject(REFUSED)
    await setClock(shop.app.db, '2026-11-02T00:01:00Z')
    await packPage(later!, '203.0.113.40')
  })

  it('are not kept away by pages on which nobody pays: half an hour later these are closed for a buyer', async () => {
    const ip = '203.0.113.45'
    const [one, other, real, last] = await buyers(4)
    await packPage(one!, ip)
    await setClock(shop.app.db, '2026-11-01T00:10:00Z')
    const second = await packPage(other!, ip)
    const refused = await packPage(real!, ip).catch((error: unknown) => error)
    expect(refused).toMatchObject(REFUSED)
    // Opened once more, a page holds its place no longer.
    await packPage(one!, ip, '2000')
    await setClock(shop.app.db, '2026-11-01T00:31:00Z')
    const page = await packPage(one!, ip)
    const [own, ...more] = await Promise.allSettled([packPage(real!, ip), packPage(last!, ip)])
    const won = own.status === 'fulfilled' ? own : more[0]
    const lost = own.status === 'fulfilled' ? more[0] : own
    expect(lost).toMatchObject({ status: 'rejected', reason: REFUSED })
    const openPages = await shop.app.db.kysely
      .selectFrom('checkouts')
      .select('user_id')
      .where('status', '=', 'open')
      .where('user_id', 'in', [one!.id, other!.id])
      .execute()
    expect(openPages).toEqual([{ user_id: other!.id }])
    // A closed page cannot be paid any more, an open one can.
    await shop.pay(page)
    await shop.pay(won.status === 'fulfilled' ? won.value : '')
    await shop.pay(second)
    await shop.settle()
    expect(await Promise.all([one!, other!].map((person) => shop.credits(person)))).toEqual([
      0, 1000,
    ])
    // Both places are paid for: nothing makes room for the rest of the day.
    await setClock(shop.app.db, '2026-11-01T20:00:00Z')
    const late = await shop.newBuyer()
    await expect(packPage(late, ip)).rejects.toMatchObject(REFUSED)
  })

  it('that are paid while their page is closed for another buyer count all the same', async () => {
    const ip = '203.0.113.46'
    const [one, other, real] = await buyers(3)
    const page = await packPage(one!, ip)
    await packPage(other!, ip)
    await setClock(shop.app.db, '2026-11-01T00:31:00Z')
    const results = await Promise.allSettled([shop.pay(page), packPage(real!, ip)])
    await shop.settle()
    const credits = await shop.credits(one!)
    expect(credits).toBe(results[0].status === 'fulfilled' ? 1000 : 0)
    expect(results[1].status).toBe('fulfilled')
    expect(await shop.app.context.credits.reconcile()).toEqual([])
  })

  it('are no more when all come at once', async () => {
    const crowd = await buyers(10)
    const answers = await Promise.allSettled(
      crowd.map((person, index) =>
        index % 2 === 0 ? packPage(person, '203.0.113.50') : planPage(person, '203.0.113.50'),
      ),
    )
    const refused = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason as unknown] : [],
    )
    expect(refused).toHaveLength(10 - MOST)
    for (const reason of refused) expect(reason).toMatchObject(REFUSED)
    expect(await casesOf('first_purchases', crowd)).toHaveLength(1)
  })

  it('are as many as the console says now; with 0 there is no limit', async () => {
    onTestFinished(() => limitTo(MOST))
    const [one, other, late] = await buyers(3)
    await packPage(one!, '203.0.113.60')
    await packPage(other!, '203.0.113.60')
    await expect(packPage(late!, '203.0.113.60')).rejects.toMatchObject(REFUSED)
    await limitTo(MOST + 1)
    await packPage(late!, '203.0.113.60')
    const more = await buyers(2)
    await expect(packPage(more[0]!, '203.0.113.60')).rejects.toMatchObject(REFUSED)
    await limitTo(0)
    for (const person of more) await packPage(person, '203.0.113.60')
  })

  it('are forgotten two days later: what is kept of an address is a hash', async () => {
    await packPage(buyer, '203.0.113.70')
    const kept = async () => {
      const rows = await shop.app.db.kysely
        .selectFrom('checkouts')
        .select('first_network')
        .where('user_id', '=', buyer.id)
        .execute()
      return rows.map(({ first_network: hash }) => hash?.length ?? null)
    }
    expect(await kept()).toEqual([32])
    await shop.goTo('2026-11-03T00:01:00Z')
    await shop.app.context.billing.sweep()
    expect(await kept()).toEqual([null])
  })
})

describe('first purchases with one card', () => {
  it('are told to the operator, who decides: nothing is refused or given back by itself', async () => {
    const { kysely } = shop.app.db
    await kysely.updateTable('payment_charges').set({ card_hash: null }).execute()
    const people = [buyer, ...(await buyers(2))]
    const pay = async (person: TestPerson) => {
      await shop.buyPack(person, 1000, '3220')
      await shop.settle()
      await Promise.all([
        shop.app.context.billing.readCharges(),
        shop.app.context.billing.readCharges(),
      ])
    }
    await pay(people[0]!)
    // The second payment of somebody is none of a new customer.
    await pay(people[0]!)
    await pay(people[1]!)
    expect(await casesOf('shared_card', people)).toEqual([])
    await pay(people[2]!)
    const [last] = await shop.paymentsOf(people[2]!)
    expect(await casesOf('shared_card', people)).toMatchObject([
      {
        user: people[2]!.id,
        reference: last!.external_id,
        text: expect.stringContaining('3 accounts have paid for the first time') as string,
      },
    ])
    expect(last).toMatchObject({ status: 'paid', refunded: 0 })
    expect(await shop.credits(people[2]!)).toBe(1000)
    // Once a day, however many follow.
    const fourth = await shop.newBuyer()
    await pay(fourth)
    expect(await casesOf('shared_card', [...people, fourth])).toHaveLength(1)
  })

  it('are nothing to look at with the card that everybody tries test payments with', async () => {
    const people = [buyer, ...(await buyers(3))]
    for (const person of people) await shop.buyPack(person)
    await shop.settle()
    await shop.app.context.billing.readCharges()
    expect(await casesOf('shared_card', people)).toEqual([])
    const { linked, crowds } = await admin!.call(api.adminClusters.ofPerson, {
      params: { id: buyer.id },
    })
    expect([linked, crowds]).toEqual([[], []])
    const copy = await buyer.call(api.account.export, {})
    expect(copy.payment_risks).toMatchObject([{ outcome: 'authorized', card_known: false }])
    // At Stripe, also with a key for tests, it stays a card like any other.
    const [payment] = await shop.paymentsOf(buyer)
    const charge = await shop.provider.readCharge(payment!.payment_intent ?? '')
    expect(charge!.fingerprint).toContain('4242')
  })
})
