import { api } from '#contract/index.ts'
import { hashSecret } from '#server/domains/accounts/index.ts'
import type { Reader } from '#server/platform/db/index.ts'
import type { TestPerson } from './people.ts'
import type { TestApp } from './test-app.ts'

/**
 * Leaves records about a person, all with the same words: a ticket, a note, a ban that was lifted, an invitation for them, a
 * legal text that they agreed to, second factors, and evidence for a dispute.
 */
export async function leaveRecords(app: TestApp, person: TestPerson, text: string): Promise<void> {
  const { kysely } = app.db
  await person.call(api.support.create, { body: { subject: text, text } })
  await kysely
    .insertInto('person_notes')
    .values({ user_id: person.id, author_id: null, text })
    .execute()
  await kysely
    .insertInto('invitations')
    .values({
      token_hash: hashSecret(text),
      email: person.email,
      created_by: null,
      expires_at: new Date(),
      used_at: new Date(),
      used_by: person.id,
      revoked_at: null,
    })
    .execute()
  await kysely
    .insertInto('second_factors')
    .values({ user_id: person.id, secret: hashSecret(text), confirmed_at: null, last_step: null })
    .execute()
  await kysely
    .insertInto('recovery_codes')
    .values({ user_id: person.id, code_hash: hashSecret(text) })
    .execute()
  await kysely
    .insertInto('passkeys')
    .values({
      user_id: person.id,
      credential_id: hashSecret(text + person.id),
      public_key: hashSecret(text),
      counter: '0',
      transports: '[]',
      rp_id: 'localhost',
      name: text,
      last_used_at: null,
    })
    .execute()
  await kysely
    .insertInto('passkey_set_ups')
    .values({ user_id: person.id, challenge_hash: hashSecret(text), expires_at: new Date() })
    .execute()
  await kysely
    .insertInto('login_challenges')
    .values({
      token_hash: hashSecret(text + person.id),
      user_id: person.id,
      google_subject: text,
      expires_at: new Date(),
    })
    .execute()
  await person.call(api.referrals.read, {})
  await kysely
    .insertInto('account_addresses')
    .values({ user_id: person.id, address_hash: hashSecret(text) })
    .execute()
  await kysely
    .insertInto('legal_acceptances')
    .values({ user_id: person.id, kind: 'terms', brand: 'atelier', version: text })
    .execute()
  await kysely
    .insertInto('account_limits')
    .values({ user_id: person.id, reason: text, lifted_at: new Date() })
    .execute()
  const { id: decision } = await kysely
    .insertInto('cluster_decisions')
    .values({ kind: 'fine', reason: text })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('cluster_decision_accounts')
    .values({ decision_id: decision, user_id: person.id })
    .execute()
  await kysely
    .insertInto('own_limits')
    .values({
      user_id: person.id,
      queue: 50,
      running: null,
      storage_mb: null,
      calls_per_minute: null,
      reason: text,
    })
    .execute()
  await kysely
    .insertInto('bans')
    .values({
      user_id: person.id,
      reason: text,
      until: null,
      stopped_at: null,
      lifted_at: new Date(),
    })
    .execute()
  const { id: announcement_id } = await kysely
    .insertInto('announcements')
    .values({
      content: JSON.stringify({ en: { text: 'News' }, es: { text: 'Novedades' } }),
      previous: null,
      link: null,
      starts_at: new Date(0),
      ends_at: new Date(1),
      plan: null,
      brand: null,
      created_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('announcement_dismissals')
    .values({ announcement_id, user_id: person.id })
    .execute()
  await insertEvidence(kysely, person.id, text)
}

/** A disputed payment, and what was sent to the provider about it. */
async function insertEvidence(kysely: Reader, userId: string, text: string): Promise<void> {
  const dispute = `dp_${userId}`
  const { id } = await kysely
    .insertInto('payments')
    .values({
      user_id: userId,
      provider: 'test',
      external_id: `cs_${userId}`,
      kind: 'pack',
      reason: 'pack',
      credits: 1000,
      amount: 999,
      currency: 'usd',
      status: 'paid',
      dispute_id: dispute,
      dispute_status: 'won',
      created_at: new Date(),
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('dispute_evidence')
    .values({
      provider: 'test',
      dispute_id: dispute,
      payment_id: id,
      evidence: JSON.stringify({ customer_name: text }),
      // Rows are known as a person's by the columns that name one.
      sent_by: userId,
      sent_at: new Date(),
      refused: null,
    })
    .execute()
}
