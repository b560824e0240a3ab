import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { PRESET } from '#tests/support/bodies.ts'
import { newProject } from '#tests/support/editor-projects.ts'
import { SMALL, startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, PASSWORD } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { insertShare } from '#tests/support/shares.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload, uploadForm } from '#tests/support/uploads.ts'

let app: TestApp
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
})
afterAll(() => app.dispose())

/**
 * What the deletion of an account does with the rows of each table that has people in it. `removed`: there are none
 * left. `books`: kept, for money must add up; nothing in them tells who it was. `emptied`: the row stays for the books,
 * without what the person wrote. `by itself`: gone within minutes, or with its time.
 */
const FATE: Record<string, 'removed' | 'books' | 'emptied' | 'by itself'> = {
  audit_log: 'books',
  billing_cases: 'books',
  billing_customers: 'books',
  billing_notices: 'books',
  checkouts: 'books',
  collections: 'removed',
  consent_links: 'removed',
  credit_accounts: 'books',
  credit_adjustments: 'books',
  credit_entries: 'books',
  credit_freezes: 'books',
  credit_holds: 'books',
  credit_lots: 'books',
  credit_revocations: 'books',
  editor_projects: 'removed',
  free_credits: 'books',
  free_grants: 'books',
  grids: 'removed',
  headshot_runs: 'removed',
  headshot_shots: 'removed',
  idempotency_keys: 'removed',
  image_shares: 'removed',
  inference_jobs: 'emptied',
  lora_training_images: 'removed',
  lora_trainings: 'removed',
  model_shares: 'removed',
  one_time_tokens: 'removed',
  pack_favorites: 'removed',
  pack_runs: 'removed',
  packs: 'removed',
  payments: 'books',
  picture_reviews: 'removed',
  prediction_images: 'emptied',
  presets: 'removed',
  prompt_marks: 'removed',
  quotes: 'removed',
  sessions: 'removed',
  subscriptions: 'books',
  uploaded_images: 'removed',
  user_event_counters: 'by itself',
  user_events: 'by itself',
  wildcard_lists: 'removed',
  word_proposals: 'emptied',
}

test('every table that has people in it is reached by the deletion of an account', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'user_id'
    order by 1`.execute(app.db.kysely)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(FATE))
})

test('nothing is left where nothing is kept', async () => {
  const person = await newPerson(app)
  await waitForEnd(person, await submit(person))
  await upload(person, await makePng(64, 64))
  await person.call(api.quotes.create, { body: SMALL })
  await person.call(api.proposals.improvePrompt, { body: { prompt: 'a fox' } })
  await person.call(api.wildcards.create, { body: { name: 'animal', text: 'fox' } })
  await newProject(person)
  await person.call(api.presets.create, { body: PRESET })
  const [past] = (await person.call(api.pastPrompts.list, {})).results
  await person.call(api.pastPrompts.remove, { params: { id: past!.id } })
  const { num_images: _one, ...drawn } = SMALL
  await person.call(api.grids.create, {
    body: { request: drawn, x: { of: 'seed', values: [1] }, y: { of: 'steps', values: [4] } },
  })
  const training = await person.call(api.loraTrainings.create, {
    body: { project_name: 'Cup', object_type: 'object', consent: { subject: 'none' } },
  })
  const asking = await person.call(api.loraTrainings.create, {
    body: {
      project_name: 'Eve',
      object_type: 'person',
      consent: { subject: 'other', by_link: true },
    },
  })
  await person.call(api.consentLinks.create, { params: { id: asking.id }, body: {} })
  await insertShare(app.db.kysely, person.id, training.id)
  const form = uploadForm(await makePng(64, 64))
  form.append('lora_training', training.id)
  await person.call(api.loraTrainings.upload, { body: form })
  const countRows = async (table: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where user_id = ${person.id}`.execute(
      app.db.kysely,
    )
    return rows[0]?.count
  }
  for (const table of [
    'consent_links',
    'editor_projects',
    'grids',
    'lora_training_images',
    'model_shares',
    'presets',
    'prompt_marks',
    'quotes',
    'sessions',
    'uploaded_images',
    'wildcard_lists',
    'word_proposals',
  ]) {
    expect([table, await countRows(table)]).not.toEqual([table, 0])
  }
  await person.call(api.account.remove, { body: { password: PASSWORD } })
  await app.db.kysely
    .updateTable('users')
    .set({ closing_at: sql<Date>`closing_at - interval '3 minutes'` })
    .where('id', '=', person.id)
    .execute()
  await app.context.privacy.sweep()
  for (const table of Object.keys(FATE).filter((name) => FATE[name] === 'removed')) {
    expect([table, await countRows(table)]).toEqual([table, 0])
  }
  const kept = await app.db.kysely
    .selectFrom('word_proposals')
    .select(['text', 'key', 'failure'])
    .where('user_id', '=', person.id)
    .execute()
  expect(kept).toEqual([{ text: null, key: null, failure: null }])
})
