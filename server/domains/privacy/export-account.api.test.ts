import { describe, expect, it } from 'vitest'
import type { AccountExport } from '#contract/account.ts'
import { api } from '#contract/index.ts'
import type { PaymentsApp } from '#server/domains/billing/testing/payments-app.ts'
import { withShop } from '#server/domains/billing/testing/with-shop.ts'
import { transact } from '#server/platform/db/index.ts'
import { submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { insertPublications } from '#tests/support/publications.ts'
import { upload } from '#tests/support/uploads.ts'

let shop: PaymentsApp
let owner: TestPerson

withShop((...now) => ([shop, owner] = now))

describe('the export', () => {
  it('has everything about its owner, and only that, page after page', async () => {
    await shop.buyPack(owner)
    await shop.settle()
    await transact(shop.app.db, async (tx) => {
      const writer = shop.app.context.credits.writer(tx)
      for (let i = 0; i < 130; i += 1) {
        await writer.adjust({ userId: owner.id, amount: 1, externalId: `a${i}`, text: `line ${i}` })
      }
    })
    const job = await waitForEnd(owner, await submit(owner, { prompt: 'a fox "in" the snow' }))
    const uploaded = await upload(owner, await makePng(64, 64))
    const other = await newPerson(shop.app)
    await waitForEnd(other, await submit(other))

    const data: AccountExport = await owner.call(api.account.export, {})
    expect(data.profile).toMatchObject({ id: owner.id, email: owner.email, first_name: 'Ada' })
    expect(data.sign_in).toEqual({
      password: true,
      google: false,
      facebook: false,
      second_factor: { since: null, passkeys: 0, recovery_codes_left: 0 },
      passkeys: [],
    })
    expect(data.billing.invoices).toMatchObject([{ amount: 999, kind: 'pack' }])
    expect(data.jobs).toMatchObject([
      { id: job.id, parameters: { prompt: 'a fox "in" the snow' }, images: [{ status: 'S' }] },
    ])
    expect(data.uploads.map(({ id }) => id)).toEqual([uploaded.id])
    expect(data.statement.filter(({ text }) => text.startsWith('line '))).toHaveLength(130)
    const sum = data.statement.reduce((total, { amount }) => total + amount, 0)
    expect(sum).toBe(data.credits.balance)
    const picture = await fetch(shop.app.url + data.jobs[0]!.images[0]!.url)
    expect(picture.headers.get('content-type')).toMatch(/^image\//)
  })

  it('has what its owner published, said, reported and was told, of every table of explore', async () => {
    const { app } = shop
    const author = await newPerson(app)
    const text = 'said-by-the-author'
    const own = await insertPublications(app.db.kysely, author.id, text)
    const { creator, image } = await insertPublications(app.db.kysely, (await newPerson(app)).id)
    const staff = await newPerson(app)
    await app.context.accounts.setUser({ email: staff.email, staff: true })
    await author.call(api.blocks.add, { body: { creator } })
    await author.call(api.reports.create, { body: { image, reason: 'spam', text } })
    const { id } = await app.call(api.reports.create, {
      body: { comment: own.comment, reason: 'spam' },
    })
    const body = { action: 'hide', reason: 'It is spam', strike: true } as const
    await staff.call(api.adminReports.decide, { params: { id }, body })

    const { community } = await author.call(api.account.export, {})
    expect(community).toMatchObject({
      profile: { name: text, about: text },
      images: [{ id: own.image, prompt: text, model_versions: [expect.any(String)] }],
      models: [
        { id: own.model, versions: [{ name: text, files: [{ name: text }], samples: [{}] }] },
      ],
      comments: [{ id: own.comment, text, state: 'removed' }],
      uploads: [{ id: own.upload, sha256: text }],
      likes: [own.image],
      favorites: [{ image: own.image }],
      follows: [own.creator],
      blocks: [creator],
      reports: [{ text, appeal: null }],
      decisions: [{ action: 'hide' }],
      strikes: [{ lifted_at: null }],
      notifications: [{ kind: 'takedown', read_at: null }],
    })
  })

  it('comes as a file to save, with the cookie alone; not to strangers', async () => {
    const headers = { cookie: `accessToken=${owner.token}` }
    const answer = await fetch(`${shop.app.url}/api/account/`, { headers })
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="atelier-data-\d{4}-\d\d-\d\d\.json"$/,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(((await answer.json()) as AccountExport).jobs).toEqual([])
    expect((await fetch(`${shop.app.url}/api/account/`)).status).toBe(401)
  })
})
