import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import type { PaymentsApp } from '#server/domains/billing/testing/payments-app.ts'
import { withShop } from '#server/domains/billing/testing/with-shop.ts'
import { PASSWORD, type TestPerson } from '#tests/support/people.ts'

let shop: PaymentsApp
let owner: TestPerson
withShop((...now) => ([shop, owner] = now))

const remove = (password: string | undefined = PASSWORD) =>
  owner.call(api.account.remove, { body: { password } })

describe('who may delete an account', () => {
  it('its owner with the password; else nothing changes', async () => {
    for (const body of [{}, { password: 'wrong' }]) {
      await expect(owner.call(api.account.remove, { body })).rejects.toMatchObject({
        code: 'invalid',
        body: { password: [expect.any(String)] },
      })
    }
    await expect(
      shop.app.call(api.account.remove, { body: { password: PASSWORD } }),
    ).rejects.toMatchObject({ status: 401 })
    const sent = await fetch(`${shop.app.url}/api/account/`, {
      method: 'DELETE',
      headers: { authorization: `Token ${owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ password: [PASSWORD], sure: true }),
    })
    expect([sent.status, Object.keys((await sent.json()) as object)]).toEqual([
      400,
      ['password', 'sure'],
    ])
    expect(await owner.call(api.users.me, {})).toMatchObject({ email: owner.email })
  })

  it('without a password only somebody who signed in a moment ago', async () => {
    const change = (ago: string) =>
      sql`update sessions set created_at = now() - ${ago}::interval where user_id = ${owner.id}`.execute(
        shop.app.db.kysely,
      )
    await shop.app.db.kysely
      .updateTable('users')
      .set({ password_hash: null, google_subject: owner.id })
      .where('id', '=', owner.id)
      .execute()
    await change('11 minutes')
    expect(await owner.call(api.account.deletion, {})).toMatchObject({
      confirm_with: 'sign_in',
      signed_in_recently: false,
    })
    await expect(remove(undefined)).rejects.toMatchObject({ code: 'permission_denied' })
    await change('9 minutes')
    await remove(undefined)
    const row = await shop.app.db.kysely
      .selectFrom('users')
      .select(['google_subject', 'first_name'])
      .where('id', '=', owner.id)
      .executeTakeFirst()
    expect(row).toEqual({ google_subject: null, first_name: '' })
  })

  it('is slowed down when the password is guessed', async () => {
    for (let i = 0; i < 10; i += 1) await remove(`guess ${i}`).catch(() => undefined)
    await expect(remove()).rejects.toMatchObject({ code: 'throttled' })
  })
})
