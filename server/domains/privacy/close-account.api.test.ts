import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiError } from '#contract/client.ts'
import { api } from '#contract/index.ts'
import type { PaymentsApp } from '#server/domains/billing/testing/payments-app.ts'
import { withShop } from '#server/domains/billing/testing/with-shop.ts'
import { transact } from '#server/platform/db/index.ts'
import { createScriptedEngine, finishAll, hang } from '#tests/support/doubles/scripted-engine.ts'
import { submit, waitForEnd, waitUntilBegun } from '#tests/support/generation.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { tablesWith } from '#tests/support/tables-with.ts'
import { upload } from '#tests/support/uploads.ts'
import type { PrivacyContext } from './context.ts'
import { createPrivacy } from './create-privacy.ts'

const engine = createScriptedEngine()
let shop: PaymentsApp
let owner: TestPerson

withShop((...now) => ([shop, owner] = now), {
  app: { overrides: { engines: [engine], classifier: engine } },
})
beforeEach(() => {
  engine.script = finishAll
})

const STEPS = [
  'writer',
  'forget',
  'removeAllOf',
  'closeAccount',
  'removePicturesOf',
  'noteClosed',
] as const

const remove = (password: string | undefined = PASSWORD) =>
  owner.call(api.account.remove, { body: { password } })

/** So long ago that no call of before can still come. */
const passLastCalls = () =>
  shop.app.db.kysely
    .updateTable('users')
    .set({ closing_at: sql<Date>`closing_at - interval '3 minutes'` })
    .where('id', '=', owner.id)
    .execute()

const row = () =>
  shop.app.db.kysely
    .selectFrom('users')
    .selectAll()
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow()

const account = () =>
  shop.app.db.kysely
    .selectFrom('credit_accounts')
    .select(['balance', 'held'])
    .where('user_id', '=', owner.id)
    .executeTakeFirst()

/** Nothing of the owner is left but the books, and these agree with everything. */
async function expectGone(): Promise<void> {
  await passLastCalls()
  await shop.app.context.privacy.sweep()
  await shop.settle()
  expect((await row()).closed_at).not.toBeNull()
  expect(await account()).toEqual({ balance: 0, held: 0 })
  expect(await shop.app.context.admin.findDifferences(30)).toMatchObject({ findings: [] })
}

const files = () =>
  readdirSync(join(shop.app.config.dataDir, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.includes(owner.id))
    .map(({ name }) => name)

describe('a deleted account', () => {
  it('says before what is lost', async () => {
    await shop.buyPack(owner)
    await shop.subscribe(owner, { plan: 'basic', period: 'monthly' })
    await shop.settle()
    await waitForEnd(owner, await submit(owner, { num_images: 2 }))
    await upload(owner, await makePng(64, 64))
    expect(await owner.call(api.account.deletion, {})).toEqual({
      confirm_with: 'password',
      signed_in_recently: true,
      plan: 'basic',
      credits: 2998,
      credits_bought: 1000,
      pictures: 2,
      uploads: 1,
      running_jobs: 0,
    })
  })

  it('is closed to everybody at once, and its name is nowhere', async () => {
    const secret = 'a very private thing'
    await waitForEnd(owner, await submit(await rich(owner), { prompt: secret }))
    const rewrite = sql`update prediction_images set revised_prompt = ${secret} where user_id = ${owner.id}`
    await rewrite.execute(shop.app.db.kysely)
    const second = await login()
    expect(await tablesWith(shop.app.db, secret)).toContain('prediction_images')
    await remove()
    await expect(owner.call(api.users.me, {})).rejects.toMatchObject({ status: 401 })
    await expect(shop.app.as(second)(api.users.me, {})).rejects.toMatchObject({ status: 401 })
    await expect(login()).rejects.toMatchObject({ status: 400 })
    const [mail] = await mailsTo(shop.app, owner.email)
    expect(mail?.subject).toBe('Your account is deleted')
    await expectGone()
    for (const word of [owner.email, secret])
      expect([word, await tablesWith(shop.app.db, word)]).toEqual([word, []])
  })

  it('leaves its address free, but not for free credits of the same month', async () => {
    const { email } = owner
    await remove()
    await expectGone()
    const { id } = await shop.app.context.accounts.createUser({
      email,
      password: PASSWORD,
      verified: true,
    })
    expect(await shop.app.context.credits.balance(shop.app.db, id)).toMatchObject({ balance: 0 })
  })

  it('gets no free credits in later months', async () => {
    await remove()
    await expectGone()
    await shop.goTo('2026-12-02T00:00:00Z')
    await shop.app.context.credits.applyAllDueEntries()
    expect(await account()).toEqual({ balance: 0, held: 0 })
  })

  it('takes plan, pack, pictures and uploads with it; the ledger stays and ends at zero', async () => {
    await shop.buyPack(owner)
    await shop.subscribe(owner, { plan: 'pro', period: 'yearly' })
    await shop.settle()
    await waitForEnd(owner, await submit(owner, { num_images: 3 }))
    await upload(owner, await makePng(64, 64))
    expect(files()).toHaveLength(4)
    const customer = await shop.customerOf(owner)
    const cards = async () => (await shop.stripe.customers.listPaymentMethods(customer)).data
    expect(await cards()).not.toEqual([])
    await remove()
    await expectGone()
    expect(await cards()).toEqual([])
    await shop.app.context.library.sweep()
    expect(files()).toEqual([])
    const { data } = await shop.stripe.subscriptions.list({ customer, status: 'all' })
    expect(data.map(({ status }) => status)).toEqual(['canceled'])
    const entries = await shop.lines(owner)
    expect(entries.slice(-2).toSorted()).toEqual(['expire -1000', 'expire -24997'])
    expect((await shop.paymentsOf(owner)).map(({ status }) => status)).toEqual(['paid', 'paid'])
    // Only the farewell: nobody is written to about what follows from it.
    expect((await mailsTo(shop.app, owner.email))[0]?.subject).toBe('Your account is deleted')
    expect(await mailsTo(shop.app, (await row()).email)).toEqual([])
  })

  it('gives back what is paid on a page that opened meanwhile, and grants nothing', async () => {
    const { url: first } = await owner.call(api.billing.checkout, { query: { quantity: '1000' } })
    const customer = await shop.customerOf(owner)
    await remove()
    const { metadata } = await shop.stripe.checkout.sessions.retrieve(await shop.pay(first))
    const { url } = await shop.stripe.checkout.sessions.create({
      mode: 'payment',
      customer,
      line_items: [
        {
          price_data: { currency: 'usd', unit_amount: 999, product_data: { name: 'Credits' } },
          quantity: 1,
        },
      ],
      metadata: metadata ?? {},
      success_url: `${shop.app.url}/`,
    })
    const session = await shop.pay(url ?? '')
    await shop.settle()
    expect(await shop.paymentsOf(owner)).toMatchObject([
      { status: 'rejected', amount: 999, refunded: 999, external_id: session },
    ])
    await expectGone()
    expect(await shop.lines(owner)).toEqual([])
  })

  it.each([
    ['open', {}],
    ['replaced by another, when the process ended', { status: 'expired' as const }],
    ['just opened, when the process ended', { session_id: null, url: null }],
  ])('closes a page that was %s', async (_when, noted) => {
    const { url } = await owner.call(api.billing.checkout, { query: { quantity: '1000' } })
    if (Object.keys(noted).length > 0)
      await shop.app.db.kysely.updateTable('checkouts').set(noted).execute()
    await remove()
    // At once, and not when the sweep comes by.
    const session = await shop.pay(url)
    const remote = await shop.stripe.checkout.sessions.retrieve(session)
    expect(remote).toMatchObject({ status: 'expired', payment_status: 'unpaid' })
    await expectGone()
  })

  it('stops what runs and gives its credits back first, so that they end with the rest', async () => {
    engine.script = hang
    const job = await submit(await rich(owner), { num_images: 4 })
    await waitUntilBegun(shop.app, owner, job)
    await remove()
    await expectGone()
    expect(await shop.lines(owner)).toEqual(['hold -4', 'expire -96', 'release 4', 'expire -4'])
  })

  it('is not done before a job is that cannot be stopped; its picture goes too', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    engine.script = async (work) => {
      await promise
      await finishAll(work)
    }
    const job = await submit(await rich(owner))
    await waitUntilBegun(shop.app, owner, job)
    const context = privacyContext({
      jobs: {
        ...shop.app.context.jobs,
        // As on an engine that cannot stop at once: the job goes on.
        forget: async () => 1,
      },
    })
    await remove()
    await passLastCalls()
    await createPrivacy(context).sweep()
    expect((await row()).closed_at).toBeNull()
    resolve()
    await expect.poll(async () => (await account())?.held).toBe(0)
    await expectGone()
    const [picture] = await shop.app.db.kysely
      .selectFrom('prediction_images')
      .select(['status', 'deleted_at'])
      .where('user_id', '=', owner.id)
      .execute()
    expect(picture).toMatchObject({ status: 'S', deleted_at: expect.any(Date) })
  })

  it('leaves no file that a killed worker had stored and not yet noted', async () => {
    const job = await submit(await rich(owner))
    await waitForEnd(owner, job)
    const [storedKey] = await shop.app.db.kysely
      .selectFrom('prediction_images')
      .select('storage_key')
      .where('user_id', '=', owner.id)
      .execute()
    const media = join(shop.app.config.dataDir, 'media')
    const known = join(media, storedKey!.storage_key!)
    copyFileSync(known, known.replace(/[^/]*$/, '3-1.png'))
    expect(files()).toHaveLength(2)
    await remove()
    await expectGone()
    expect(files()).toEqual([])
  })

  it('is deleted once, however often and at once it is asked for', async () => {
    await shop.subscribe(owner, { plan: 'basic', period: 'monthly' })
    await shop.settle()
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => remove()))
    const refused = answers.filter((answer) => answer.status === 'rejected')
    expect(refused.filter(({ reason }) => (reason as ApiError).status !== 401)).toEqual([])
    expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
    const farewells = (await mailsTo(shop.app, owner.email)).filter(
      ({ subject }) => subject === 'Your account is deleted',
    )
    expect(farewells).toHaveLength(1)
    await Promise.all([1, 2, 3].map(() => shop.app.context.privacy.sweep()))
    await expectGone()
    const lines = await shop.lines(owner)
    await shop.app.context.privacy.sweep()
    expect(await shop.lines(owner)).toEqual(lines)
    expect(lines.filter((line) => line.startsWith('expire'))).toEqual(['expire -2000'])
  })

  it('holds nothing however its last jobs race with it', async () => {
    engine.script = finishAll
    const person = await rich(owner)
    const jobs = Array.from({ length: 12 }, () => submit(person).catch(() => null))
    await remove()
    await Promise.all(jobs)
    await shop.app.context.privacy.sweep()
    await expectGone()
    const open = await shop.app.db.kysely
      .selectFrom('inference_jobs')
      .select('id')
      .where('user_id', '=', owner.id)
      .where('status', 'in', ['P', 'R'])
      .execute()
    expect(open).toEqual([])
  })

  it.each(STEPS)('goes on where it was cut off: %s', async (step) => {
    await shop.buyPack(owner)
    await shop.subscribe(owner, { plan: 'starter', period: 'monthly' })
    await shop.settle()
    await waitForEnd(owner, await submit(owner))
    await remove()
    await passLastCalls()
    await createPrivacy(cutAt(step)).sweep()
    expect((await row()).closed_at).toBeNull()
    await expectGone()
    const expired = (await shop.lines(owner)).filter((line) => line.startsWith('expire'))
    expect(expired.toSorted()).toEqual(['expire -1000', 'expire -4999'])
  })

  it('ends a plan that the operator gave', async () => {
    await transact(shop.app.db, (tx) =>
      shop.app.context.billing.grantComplimentaryPlan(tx, {
        userId: owner.id,
        plan: 'hobby',
        period: 'yearly',
      }),
    )
    await remove()
    await expectGone()
    await shop.goTo('2027-02-02T00:00:00Z')
    await shop.app.context.credits.applyAllDueEntries()
    expect((await shop.lines(owner)).filter((line) => line.startsWith('grant'))).toHaveLength(1)
  })
})

const login = async () => {
  const body = { email: owner.email, password: PASSWORD }
  return (await shop.app.call(api.accounts.login, { body })).key
}

/** With credits to spend. */
async function rich(person: TestPerson): Promise<TestPerson> {
  await transact(shop.app.db, (tx) =>
    shop.app.context.credits
      .writer(tx)
      .adjust({ userId: person.id, amount: 100, externalId: 'rich', text: 'Test' }),
  )
  return person
}

function privacyContext(parts: Partial<PrivacyContext> = {}): PrivacyContext {
  const quiet = { error: () => undefined } as unknown as PrivacyContext['log']
  return { ...shop.app.context, db: shop.app.db, log: quiet, ...parts }
}

/** Each step throws after it has done its work, as if the process had ended there. */
function cutAt(step: (typeof STEPS)[number]) {
  const cut = () => Promise.reject(new Error('killed'))
  const { accounts, billing, uploads, media, jobs, credits } = shop.app.context
  return privacyContext({
    ...(step === 'writer' && {
      credits: { ...credits, writer: () => ({ applyDueEntries: cut }) as never },
    }),
    ...(step === 'forget' && {
      jobs: { ...jobs, forget: (id) => jobs.forget(id).then(cut) },
    }),
    ...(step === 'removeAllOf' && {
      uploads: { ...uploads, removeAllOf: (id) => uploads.removeAllOf(id).then(cut) },
    }),
    ...(step === 'closeAccount' && {
      billing: { ...billing, closeAccount: (id) => billing.closeAccount(id).then(cut) },
    }),
    ...(step === 'removePicturesOf' && {
      media: { removePicturesOf: (id) => media.removePicturesOf(id).then(cut) },
    }),
    ...(step === 'noteClosed' && { accounts: { ...accounts, noteClosed: cut } }),
  })
}
