import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AGE_STATEMENTS } from '#contract/values/age-statements.ts'
import { api } from '#contract/index.ts'
import { API_KEY, PACK, PRESET, WEBHOOK } from '#tests/support/bodies.ts'
import { newProject } from '#tests/support/editor-projects.ts'
import { SMALL, startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { insertHeadshots } from '#tests/support/headshots.ts'
import { newPerson, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { insertPublications } from '#tests/support/publications.ts'
import { FATE } from '#tests/support/fate-of-tables.ts'
import { leaveRecords } from '#tests/support/records.ts'
import { insertShare } from '#tests/support/shares.ts'
import { rawRequest } from '#tests/support/raw-http.ts'
import { tablesWith } from '#tests/support/tables-with.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { tryPhoto } from '#tests/support/trials.ts'
import { upload, uploadForm } from '#tests/support/uploads.ts'

let app: TestApp
/** Somebody with rows in every table whose rows are removed or emptied. */
let person: TestPerson
/** What the person wrote, wherever one can write. */
const secret = `secret-${randomUUID()}`
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
  person = await newPerson(app)
})
afterAll(() => app.dispose())

/** Tables that may tell of people, though no name of their columns says so: the key of a limit, the reason of a decision. */
const NAMED_IN_TEXT = new Set(['rate_limits', 'cluster_decisions'])

/** A column that refers to a person, or to a row of another table that has people in it. */
interface Reference {
  table: string
  column: string
  parent: string
  parentColumn: string
}

/** The foreign keys between two tables, each of one column. */
async function readReferences(): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select child.relname as "table", a.attname as "column", parent.relname as "parent", p.attname as "parentColumn"
    from pg_constraint c
      join pg_class child on child.oid = c.conrelid
      join pg_class parent on parent.oid = c.confrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
      join pg_attribute p on p.attrelid = c.confrelid
        and p.attnum = c.confkey[array_position(c.conkey, a.attnum)]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conrelid <> c.confrelid`.execute(
    app.db.kysely,
  )
  return rows
}

/** Columns that name a person without a foreign key: an id, or a text with an address for mails. */
async function readNamedColumns(): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as "table", c.column_name as "column" from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.column_name ~ '(^|_)(user|owner|author|guest|person|account)_id$'
        or (c.column_name ~ '_by$' and c.data_type = 'uuid')
        or (c.column_name ~ 'mail|recipient|address' and c.data_type in ('text', 'character varying')))`.execute(
    app.db.kysely,
  )
  return rows
}

/** The tables that name people, and those that hang on them by foreign keys, however many steps away. */
async function findTablesOfPeople(): Promise<Set<string>> {
  const references = await readReferences()
  const found = new Set(['users', ...(await readNamedColumns()).map(({ table }) => table)])
  let before = 0
  while (found.size > before) {
    before = found.size
    for (const { table, parent } of references) if (found.has(parent)) found.add(table)
  }
  return found
}

/** @returns the text of each row of a table that is the person's, directly or through its parents */
async function rowsOfPerson(table: string): Promise<string[]> {
  const references = await readReferences()
  const named = await readNamedColumns()
  const owned = (name: string): string => {
    if (name === 'users') return `id = '${person.id}'`
    const direct = [
      ...references.filter((one) => one.table === name && one.parent === 'users'),
      ...named.filter((one) => one.table === name),
    ]
    if (direct.length > 0) {
      return direct
        .map(({ column }) => `"${column}"::text in ('${person.id}', '${person.email}')`)
        .join(' or ')
    }
    return references
      .filter((one) => one.table === name)
      .map(
        ({ column, parent, parentColumn }) =>
          `"${column}" in (select "${parentColumn}" from "${parent}" where ${owned(parent)})`,
      )
      .join(' or ')
  }
  const { rows } = await sql<{ row: string }>`
    select t::text as row from ${sql.table(table)} as t where ${sql.raw(owned(table))}`.execute(
    app.db.kysely,
  )
  return rows.map(({ row }) => row)
}

const tablesThatAre = (fate: (typeof FATE)[string]) =>
  Object.keys(FATE).filter((name) => FATE[name] === fate)

async function makePictures(): Promise<string> {
  const drawn = { prompt: secret, seed: 1 }
  const job = await waitForEnd(
    person,
    await submit(person, drawn, { 'Idempotency-Key': randomUUID() }),
  )
  const image = job.images[0]!.id
  const params = { id: image }
  await person.call(api.predictionImages.update, { params, body: { alt: secret } })
  await person.call(api.predictionImages.share, { params, body: {} })
  const { id: collection } = await person.call(api.collections.create, { body: { name: 'Mine' } })
  await person.call(api.predictionImages.bulk, {
    body: { ids: [image], action: 'collect', collection },
  })
  await app.db.kysely
    .insertInto('picture_reviews')
    .values({ image_id: image, user_id: person.id, verdict: 'sensitive' })
    .execute()
  return image
}

async function makeStudios(): Promise<void> {
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
  await person.call(api.ageStatements.state, {
    body: { about: [training.id], person: 'adult', version: AGE_STATEMENTS.version },
  })
  await insertShare(app.db.kysely, person.id, training.id)
  await insertHeadshots(app.db.kysely, person.id, training.id)
  const form = uploadForm(await makePng(64, 64))
  form.append('lora_training', training.id)
  await person.call(api.loraTrainings.upload, { body: form })
}

/** A draft of the person's, and a favorite and a run of a pack of somebody else. */
async function makePacks(): Promise<void> {
  const body = { ...PACK, shots: [...PACK.shots] }
  await person.call(api.photoPacks.create, { body })
  const author = await newPerson(app)
  await app.db.kysely
    .updateTable('users')
    .set({ is_staff: true })
    .where('id', '=', author.id)
    .execute()
  const { id } = await author.call(api.photoPacks.create, { body })
  await author.call(api.photoPacks.publish, { params: { id }, body: {} })
  await person.call(api.photoPacks.favorite, { params: { id }, body: {} })
  const order = { params: { id }, body: { training: null } }
  const run = await person.call(api.photoPacks.run, order)
  const deliveredShots = async () =>
    (await person.call(api.photoPacks.readRun, { params: { id: run.id } })).counts.delivered
  await expect.poll(deliveredShots, { timeout: 50_000 }).toBe(run.counts.shots)
}

/** A report of the person's, and a decision about theirs that they object to. */
async function makeReports(comment: string, creator: string, other: TestPerson): Promise<void> {
  await person.call(api.reports.create, { body: { creator, reason: 'spam', text: secret } })
  const staff = await newPerson(app)
  await app.context.accounts.setUser({ email: staff.email, staff: true })
  const { id } = await other.call(api.reports.create, { body: { comment, reason: 'other' } })
  const { decision } = await staff.call(api.adminReports.decide, {
    params: { id },
    body: { action: 'hide', reason: 'Not for here', strike: true },
  })
  const { owner_key: key } = await app.db.kysely
    .selectFrom('community_takedowns')
    .select('owner_key')
    .where('id', '=', decision)
    .executeTakeFirstOrThrow()
  await person.call(api.reports.appeal, { body: { decision: key, text: secret } })
}

async function orderByKey(owner: TestPerson): Promise<void> {
  const { key } = await owner.call(api.apiKeys.create, { body: { ...API_KEY, name: secret } })
  const headers = { authorization: `Bearer ${key}` }
  await rawRequest(app, '/v1/images/generations', { headers, body: { prompt: secret } })
}

async function makeThings(): Promise<void> {
  await person.call(api.webhookEndpoints.create, { body: WEBHOOK })
  await makePictures()
  await makeStudios()
  await makePacks()
  const own = await insertPublications(app.db.kysely, person.id, secret)
  const other = await newPerson(app)
  const { creator } = await insertPublications(app.db.kysely, other.id)
  await makeReports(own.comment, creator, other)
  await person.call(api.blocks.add, { body: { creator } })
  await upload(person, await makePng(64, 64))
  const { token } = await tryPhoto(app.call, await makePng(64, 64))
  await person.call(api.trials.claim, { params: { token }, body: {} })
  await person.call(api.quotes.create, { body: SMALL })
  await person.call(
    api.proposals.improvePrompt,
    { body: { prompt: 'a fox' } },
    { headers: { 'Idempotency-Key': secret } },
  )
  await person.call(api.wildcards.create, { body: { name: 'animal', text: 'fox' } })
  await newProject(person)
  await leaveRecords(app, person, secret)
  await person.call(api.presets.create, { body: PRESET })
  await orderByKey(person)
  const [past] = (await person.call(api.pastPrompts.list, {})).results
  await person.call(api.pastPrompts.remove, { params: { id: past!.id } })
  const { num_images: _one, ...drawn } = SMALL
  await person.call(api.grids.create, {
    body: { request: drawn, x: { of: 'seed', values: [1] }, y: { of: 'steps', values: [4] } },
  })
  const address = { email: `${randomUUID()}@example.com`, password: PASSWORD }
  await person.call(api.account.changeEmail, { body: address })
}

describe('the deletion of an account', () => {
  it('has a row here for every table that has people in it', async () => {
    expect([...(await findTablesOfPeople())].toSorted()).toEqual(
      Object.keys(FATE).filter((name) => !NAMED_IN_TEXT.has(name)),
    )
  })

  it('leaves nothing where nothing is kept, and no words where rows are', async () => {
    await makeThings()
    const words = [secret, person.email]
    const { rows: all } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'`.execute(app.db.kysely)
    const unnamed: string[] = []
    for (const { name } of all.filter((table) => !(table.name in FATE))) {
      const { rows } = await sql`
        select from ${sql.table(name)} as t where t::text ~ ${[person.id, ...words].join('|')}`.execute(
        app.db.kysely,
      )
      if (rows.length > 0) unnamed.push(name)
    }
    expect(unnamed, 'tables without a row here that tell of the person').toEqual([])
    // Those of before are counted every few seconds.
    await sql`
      insert into community_like_deltas (image_id, delta)
      select image_id, 1 from community_likes where user_id = ${person.id}`.execute(app.db.kysely)
    const tellsOfPerson = (row: string) => words.some((word) => row.includes(word))
    for (const table of tablesThatAre('removed')) {
      expect([table, (await rowsOfPerson(table)).length]).not.toEqual([table, 0])
    }
    for (const table of tablesThatAre('emptied')) {
      expect([table, (await rowsOfPerson(table)).some(tellsOfPerson)]).toEqual([table, true])
    }
    await person.call(api.account.remove, { body: { password: PASSWORD } })
    await app.db.kysely
      .updateTable('users')
      .set({ closing_at: sql<Date>`closing_at - interval '3 minutes'` })
      .where('id', '=', person.id)
      .execute()
    // Something that still runs is stopped first, and removed at a later turn.
    await expect
      .poll(async () => {
        await app.context.privacy.sweep()
        return rowsOfPerson('pack_runs')
      })
      .toEqual([])
    for (const table of tablesThatAre('removed')) {
      expect([table, await rowsOfPerson(table)]).toEqual([table, []])
    }
    for (const table of tablesThatAre('emptied')) {
      const rows = await rowsOfPerson(table)
      expect([table, rows.length]).not.toEqual([table, 0])
      expect([table, rows.filter(tellsOfPerson)]).toEqual([table, []])
    }
    for (const word of words) expect(await tablesWith(app.db, word)).toEqual([])
    const kept = await app.db.kysely
      .selectFrom('word_proposals')
      .select(['text', 'key', 'failure'])
      .where('user_id', '=', person.id)
      .execute()
    expect(kept).toEqual([{ text: null, key: null, failure: null }])
  })
})
