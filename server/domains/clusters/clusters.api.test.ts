import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CROWD } from '#contract/values/admin-clusters.ts'
import { api } from '#contract/index.ts'
import { readCharges } from '#server/domains/billing/charges/read-charges.ts'
import type { PaymentsApp } from '#server/domains/billing/testing/payments-app.ts'
import { withShop } from '#server/domains/billing/testing/with-shop.ts'
import { AppError } from '#server/platform/errors.ts'
import { setClock } from '#tests/support/books.ts'
import { CookieJar } from '#tests/support/fetch-transport.ts'
import { newAdmin, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { register } from '#tests/support/visitors.ts'
import { joinAccounts } from './read-clusters.ts'

let shop: PaymentsApp
let admin: TestPerson | null = null

beforeAll(() => {
  admin = null
})
withShop((...now) => ([shop] = now), { app: { env: { TRUSTED_PROXIES: '127.0.0.1' } } })
beforeEach(async () => {
  const { kysely } = shop.app.db
  await kysely.deleteFrom('devices').execute()
  await kysely.deleteFrom('account_addresses').execute()
  // Those that were read are not read again.
  await kysely.updateTable('payment_charges').set({ card_hash: null }).execute()
  if (admin) return
  admin = await newAdmin(shop.app)
})

const riskOf = ({ id }: TestPerson) => admin!.call(api.adminClusters.ofPerson, { params: { id } })
const listAll = () => admin!.call(api.adminClusters.list, {})
const list = async () => (await listAll()).results

/** Buys with a card of one's own kind: the usual card of test payments is no sign of sharing. */
async function buy(person: TestPerson, card: '0341' | '3220' = '0341'): Promise<void> {
  await shop.buyPack(person, 1000, card)
  await shop.settle()
  await shop.app.context.billing.readCharges()
}

describe('accounts that share something', () => {
  it('are shown with the reason: a browser, a network address, a card', async () => {
    const cookies = new CookieJar()
    const ada = await register(shop.app, { ip: '203.0.113.1', cookies })
    const byDevice = await register(shop.app, { ip: '203.0.113.2', cookies })
    const byAddress = await register(shop.app, { ip: '203.0.113.1' })
    const byCard = await register(shop.app, { ip: '2001:db8:1:2::1' })
    const nobody = await register(shop.app, { ip: '203.0.113.9' })
    await buy(ada)
    await buy(byCard)
    await buy(nobody, '3220')
    const { linked, crowds } = await riskOf(ada)
    const reasons = new Map(linked.map(({ id, links }) => [id, links.map(({ kind }) => kind)]))
    expect(reasons).toEqual(
      new Map([
        [byCard.id, ['card']],
        [byAddress.id, ['address']],
        [byDevice.id, ['device']],
      ]),
    )
    expect(crowds).toEqual([])
    expect((await riskOf(nobody)).linked).toEqual([])
    const [cluster, ...others] = await list()
    expect(others).toEqual([])
    expect(new Set(cluster!.accounts.map(({ id }) => id))).toEqual(
      new Set([ada.id, byDevice.id, byAddress.id, byCard.id]),
    )
    expect(cluster!.links.map(({ kind }) => kind).toSorted()).toEqual(['address', 'card', 'device'])
    // Two of them paid for the first time just now; a second payment counts no more, nor one of two days ago.
    expect(cluster!.bought_lately).toBe(2)
    await buy(ada)
    expect((await list())[0]!.bought_lately).toBe(2)
    await sql`update payments set paid_at = paid_at - interval '2 days' where user_id = ${byCard.id}`.execute(
      shop.app.db.kysely,
    )
    expect((await list())[0]!.bought_lately).toBe(1)
    // Nothing follows by itself.
    for (const person of [ada, byDevice, byAddress, byCard]) {
      const seen = await admin!.call(api.adminPeople.read, { params: { id: person.id } })
      expect(seen).toMatchObject({ banned: false, limited: false })
    }
  })

  it('are known by what is kept as a hash, and not by addresses of this machine or a private network', async () => {
    await register(shop.app, { ip: '192.168.1.7' })
    await register(shop.app, { ip: '192.168.1.7' })
    await register(shop.app)
    const count = () => shop.app.db.kysely.selectFrom('account_addresses').selectAll().execute()
    expect(await count()).toEqual([])
    const person = await register(shop.app, { ip: '2001:db8:7:7::1' })
    await register(shop.app, { ip: '2001:db8:7:7:ffff::2' })
    expect((await riskOf(person)).linked).toHaveLength(1)
    expect((await count()).every(({ address_hash: hash }) => hash.length === 32)).toBe(true)
  })

  it('are nobody’s business where very many share it', async () => {
    const person = await register(shop.app, { ip: '203.0.113.50' })
    await buy(person)
    for (let index = 0; index < CROWD; index += 1) await register(shop.app, { ip: '203.0.113.50' })
    expect(await riskOf(person)).toMatchObject({
      linked: [],
      crowds: [{ kind: 'address', accounts: CROWD + 1 }],
    })
    const { results, crowds } = await listAll()
    expect(results).toEqual([])
    // It joins nobody, but is seen, with the newest accounts.
    expect(crowds).toMatchObject([
      {
        kind: 'address',
        accounts: CROWD + 1,
        opened_lately: expect.any(Number),
        bought_lately: 1,
      },
    ])
    expect(crowds[0]!.newest).toHaveLength(5)
    expect(crowds[0]!.newest.map(({ id }) => id)).not.toContain(person.id)
  })

  it('are forgotten after 90 days, and with the account', async () => {
    const [one, other] = [
      await register(shop.app, { ip: '203.0.113.60' }),
      await register(shop.app, { ip: '203.0.113.60' }),
    ]
    await buy(one)
    await buy(other)
    expect((await riskOf(one)).linked).toHaveLength(1)
    await other.call(api.account.remove, { body: { password: PASSWORD } })
    expect(await riskOf(one)).toMatchObject({ linked: [] })
    await shop.app.context.privacy.sweep()
    const { kysely } = shop.app.db
    const ofOther = await kysely
      .selectFrom('account_addresses')
      .selectAll()
      .where('user_id', '=', other.id)
      .execute()
    expect(ofOther).toEqual([])
    await sql`update account_addresses set last_seen_at = now() - interval '91 days'`.execute(
      kysely,
    )
    await shop.app.context.clusters.sweep()
    // By the date of the payment: that a card was read late keeps it no longer.
    await setClock(shop.app.db, '2027-01-31T00:00:00Z')
    await readCharges({ db: shop.app.db, provider: null } as never)
    expect(await kysely.selectFrom('account_addresses').selectAll().execute()).toEqual([])
    const cards = await kysely.selectFrom('payment_charges').select('card_hash').execute()
    expect(cards.length).toBeGreaterThan(0)
    expect(cards.every(({ card_hash: hash }) => hash === null)).toBe(true)
  })
})

describe('the risk of a person', () => {
  it('counts refunds and disputes, and keeps what the provider said of each payment', async () => {
    const person = await shop.newBuyer()
    await buy(person)
    await buy(person)
    const payments = await shop.paymentsOf(person)
    await shop.stripe.refunds.create({ payment_intent: payments[0]!.payment_intent ?? '' })
    const dispute = await shop.test.controls.openDispute(payments[1]!.payment_intent ?? '')
    await shop.settle()
    expect(await riskOf(person)).toMatchObject({
      payments: 2,
      refunds: 1,
      disputes: { open: 1, won: 0, lost: 0 },
      risky: 0,
    })
    await shop.test.controls.closeDispute(dispute, 'lost')
    await shop.settle()
    expect((await riskOf(person)).disputes).toEqual({ open: 0, won: 0, lost: 1 })
    const { results } = await admin!.call(api.admin.payments, { query: { search: person.id } })
    expect(results.map(({ risk, dispute: state }) => [risk, state])).toEqual([
      [{ level: 'normal', score: 10 }, null],
      [{ level: 'normal', score: 10 }, 'lost'],
    ])
    const copy = await person.call(api.account.export, {})
    expect(copy.payment_risks).toMatchObject([
      { risk_level: 'normal', risk_score: 10, outcome: 'authorized', card_known: true },
      { risk_level: 'normal', risk_score: 10, outcome: 'authorized', card_known: true },
    ])
  })

  it('is read once for each payment, also by two processes at once', async () => {
    const person = await shop.newBuyer()
    await shop.buyPack(person)
    await shop.settle()
    const { billing } = shop.app.context
    await Promise.all([billing.readCharges(), billing.readCharges()])
    const rows = await shop.app.db.kysely.selectFrom('payment_charges').selectAll().execute()
    const own = await shop.paymentsOf(person)
    expect(rows.filter(({ payment_id: id }) => id === own[0]!.id)).toHaveLength(1)
  })
})

describe('cards of charges', () => {
  /** The app's own provider, which fails for some payments. */
  const readWith = (fails: (intent: string) => Error | null) =>
    readCharges({
      db: shop.app.db,
      log: { error: () => {} },
      provider: {
        ...shop.provider,
        readCharge: async (intent: string) => {
          const error = fails(intent)
          if (error) throw error
          return shop.provider.readCharge(intent)
        },
      },
    } as never)
  const isRead = async (person: TestPerson) => {
    const copy = await person.call(api.account.export, {})
    return copy.payment_risks.length > 0
  }

  it('are read although one of them cannot be, older and newer ones', async () => {
    const people = [await shop.newBuyer(), await shop.newBuyer(), await shop.newBuyer()]
    for (const person of people) await shop.buyPack(person)
    await shop.settle()
    const [, broken] = people
    const intent = (await shop.paymentsOf(broken!))[0]!.payment_intent
    await readWith((asked) => (asked === intent ? new Error('no such thing') : null))
    expect(await Promise.all(people.map(isRead))).toEqual([true, false, true])
    await shop.app.context.billing.readCharges()
    expect(await isRead(broken!)).toBe(true)
  })

  it('are asked for later where the provider answers nothing', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => shop.newBuyer()))
    for (const person of people) await shop.buyPack(person)
    await shop.settle()
    let asked = 0
    await readWith(() => {
      asked += 1
      return new AppError('unavailable', 'down', { userMessage: null })
    })
    expect(asked).toBe(3)
    await shop.app.context.billing.readCharges()
    expect(await Promise.all(people.map(isRead))).toEqual([true, true, true, true, true])
  })

  it('are not kept of an account that was deleted before they were read', async () => {
    const person = await shop.newBuyer()
    await shop.buyPack(person)
    await shop.settle()
    const [payment] = await shop.paymentsOf(person)
    await person.call(api.account.remove, { body: { password: PASSWORD } })
    await shop.app.context.privacy.sweep()
    await shop.app.context.billing.readCharges()
    await shop.app.context.billing.readCharges()
    const row = await shop.app.db.kysely
      .selectFrom('payment_charges')
      .select('card_hash')
      .where('payment_id', '=', payment!.id)
      .executeTakeFirstOrThrow()
    expect(row.card_hash).toBeNull()
  })
})

describe('joining accounts', () => {
  it('goes over others, in whatever order links come', () => {
    const links = [
      { users: ['c', 'd'] },
      { users: ['a', 'b'] },
      { users: ['x', 'y'] },
      { users: ['b', 'd'] },
    ]
    const clusters = joinAccounts(links).map(({ users }) => users.toSorted().join(' '))
    expect(clusters.toSorted()).toEqual(['a b c d', 'x y'])
  })
})
