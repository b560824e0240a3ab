import { sql } from 'kysely'
import { api } from '#contract/index.ts'
import type { SharedModel } from '#contract/model-shares.ts'
import { submit } from '#tests/support/generation.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import type { TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { ready, start, untilStatus } from './studio-app.ts'

type Answer = 'accept' | 'decline' | 'give_back'

/** A model of the person's own, ready to use. */
export async function trained(person: TestPerson, body: object = {}) {
  const studio = await ready(person, body)
  await start(person, studio)
  return untilStatus(person, studio, 'Successful')
}

export const offer = (person: TestPerson, { id }: { id: string }, { email }: { email: string }) =>
  person.call(api.modelShares.offer, { params: { id }, body: { email } })

export const sharesOf = (person: TestPerson, { id }: { id: string }) =>
  person.call(api.modelShares.ofTraining, { params: { id } })

/** What others share with somebody, and offer them. */
export const shared = async (person: TestPerson): Promise<SharedModel[]> =>
  (await person.call(api.modelShares.list, { query: {} })).results

export const answer = (person: TestPerson, { id }: { id: string }, given: Answer) =>
  person.call(api.modelShares.answer, { params: { id }, body: { answer: given } })

export const revokeShare = (person: TestPerson, { id }: { id: string }) =>
  person.call(api.modelShares.revoke, { params: { id } })

/** Orders an image of a model by its name. */
export const draw = (person: TestPerson, lora: string) =>
  submit(person, { prompt: `a cup <lora:${lora}:1.3>` })

/** Subjects of the mails to an address, the newest first. */
export const subjectsTo = async (app: TestApp, { email }: { email: string }): Promise<string[]> =>
  (await mailsTo(app, email)).map(({ subject }) => subject)

/** What the log says of a share, in order. */
export async function auditOf(app: TestApp, { id }: { id: string }): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', action, reason) as line from audit_log where data ->> 'share' = ${id}
    order by id`.execute(app.db.kysely)
  return rows.map(({ line }) => line)
}
