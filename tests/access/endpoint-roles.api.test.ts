import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { API_KEY, GRID, PACK, PRESET, STUDIO, WEBHOOK } from '#tests/support/bodies.ts'
import { startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newProject } from '#tests/support/editor-projects.ts'
import { insertHeadshots } from '#tests/support/headshots.ts'
import { insertPasskey } from '#tests/support/passkeys.ts'
import { newPerson, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { insertPublications } from '#tests/support/publications.ts'
import { insertDisputedPayment } from '#tests/support/disputed-payment.ts'
import { insertWithdrawal } from '#tests/support/withdrawals.ts'
import { insertShare } from '#tests/support/shares.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { tryPhoto } from '#tests/support/trials.ts'
import { upload, uploadForm } from '#tests/support/uploads.ts'
import { RULES } from './endpoint-rules.ts'
import { OWNED_BY_PATH } from './owned-by-path.ts'
import type { Rule } from './rule.ts'

const ROLES = ['anonymous', 'unverified', 'other', 'staff', 'admin', 'owner'] as const
type Role = (typeof ROLES)[number]

let app: TestApp
const people = new Map<Role, TestPerson>()
/** Something of the owner by the resource in a path. */
const owned = new Map<string, string>()

beforeAll(async () => {
  const started = await startGenerationApp({}, { takesSteps: true })
  ;({ app } = started)
  // A service, to which models can be added.
  Object.assign(started.engine, { added: { shipped: new Set(), set: () => undefined } })
  for (const role of ROLES.slice(1)) {
    people.set(role, await newPerson(app, { verified: role !== 'unverified' }))
  }
  for (const role of ['staff', 'admin'] as const) {
    await app.db.kysely
      .updateTable('users')
      .set({ is_staff: role === 'staff', is_admin: role === 'admin' })
      .where('id', '=', people.get(role)!.id)
      .execute()
  }
})
afterAll(() => app.dispose())

/** Gives the owner something of each kind. */
async function makeThings(): Promise<void> {
  const owner = people.get('owner')!
  const job = await waitForEnd(owner, await submit(owner))
  owned.set('user', owner.id)
  owned.set('engine', job.engine)
  await app.db.kysely
    .insertInto('model_downloads')
    .values({ id: 'a-model', source: 'someone/a-model', state: 'failed' })
    .execute()
  owned.set('model', 'a-model')
  const cost = { dollars: 1, per: 'image' }
  const entry = { does: 'upscale', name: 'A', endpoint: 'a/b', input: {}, cost, credits: 1 }
  await app.db.kysely
    .insertInto('service_models')
    .values({ engine: job.engine, id: 'a-model', entry: JSON.stringify(entry), margin: 30 })
    .execute()
  owned.set('job', job.id)
  owned.set('picture', job.images[0]!.id)
  const image = (await upload(owner, await makePng(64, 64))).id
  owned.set('upload', image)
  const { token } = await tryPhoto(app.call, await makePng(64, 64))
  await owner.call(api.trials.claim, { params: { token }, body: {} })
  owned.set('trial', token)
  owned.set('unclaimed trial', (await tryPhoto(app.call, await makePng(64, 64))).token)
  const video = await owner.call(api.videoInferenceJobs.create, { body: { image, duration: 2 } })
  await waitForEnd(owner, video)
  owned.set('video', video.id)
  const batch = await owner.call(api.inferenceJobs.createBatch, {
    body: { jobs: [{ type: 'RB', image }] },
  })
  for (const made of batch.results) await waitForEnd(owner, made)
  owned.set('batch', batch.id)
  const grid = await owner.call(api.grids.create, { body: GRID })
  for (const { job: cell } of grid.cells) await waitForEnd(owner, { id: cell })
  owned.set('grid', grid.id)
  const training = await owner.call(api.loraTrainings.create, { body: STUDIO })
  owned.set('training', training.id)
  const asking = await owner.call(api.loraTrainings.create, {
    body: { ...STUDIO, consent: { subject: 'other', by_link: true } },
  })
  const link = await owner.call(api.consentLinks.create, { params: { id: asking.id }, body: {} })
  owned.set('consent link', link.url.slice('/consent/'.length))
  owned.set('model share', await insertShare(app.db.kysely, owner.id, training.id))
  const form = uploadForm(await makePng(64, 64))
  form.append('lora_training', training.id)
  owned.set('photo', (await owner.call(api.loraTrainings.upload, { body: form })).id)
  const staff = people.get('staff')!
  for (const [kind, calls] of [
    ['photo', api.photoPacks],
    ['video', api.videoPacks],
  ] as const) {
    const pack = await staff.call(calls.create, { body: { ...PACK, shots: [...PACK.shots] } })
    owned.set(`${kind} pack`, pack.id)
    await staff.call(calls.publish, { params: { id: pack.id }, body: {} })
    const order = { params: { id: pack.id }, body: { training: null } }
    const run = await owner.call(calls.run, order)
    owned.set(`${kind} run`, run.id)
    owned.set(`shot of ${run.id}`, run.shots.at(-1)!.id)
    await expect
      .poll(
        async () => (await owner.call(calls.readRun, { params: { id: run.id } })).counts.delivered,
        { timeout: 50_000 },
      )
      .toBe(run.counts.shots)
  }
  const [set, shot] = await insertHeadshots(app.db.kysely, owner.id, training.id)
  owned.set('headshots', set)
  owned.set(`shot of ${set}`, shot)
  const params = { id: owned.get('picture')! }
  const share = await owner.call(api.predictionImages.share, { params, body: {} })
  owned.set('share', share.url.slice('/s/'.length))
  owned.set('collection', (await owner.call(api.collections.create, { body: { name: 'Mine' } })).id)
  const words = { name: 'mine', text: 'fox' }
  owned.set('prompt', (await owner.call(api.pastPrompts.list, {})).results[0]!.id)
  owned.set('project', (await newProject(owner)).id)
  owned.set('API key', (await owner.call(api.apiKeys.create, { body: API_KEY })).id)
  const { id: webhook } = await owner.call(api.webhookEndpoints.create, { body: WEBHOOK })
  owned.set('webhook', webhook)
  owned.set(`delivery of ${webhook}`, await insertDelivery(webhook, job.id))
  owned.set('preset', (await owner.call(api.presets.create, { body: PRESET })).id)
  const published = await insertPublications(app.db.kysely, owner.id)
  owned.set('community image', published.image)
  owned.set('brand', 'atelier')
  const guest = { createdBy: owner.id, email: null, days: 1, host: 'localhost' }
  const invite = (tx: Tx) => app.context.accounts.invite(tx, guest)
  owned.set('invitation', (await transact(app.db, invite)).id)
  const promotion = { code: 'MATRIX', provider: 'test', percent_off: 10 } as const
  const { id: promotionId } = await app.db.kysely
    .insertInto('promotions')
    .values({
      ...promotion,
      applies_to: 'all',
      duration: 'once',
      first_purchase: false,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: changeId } = await app.db.kysely
    .insertInto('setting_changes')
    .values({ starts_at: new Date('2999-01-01'), changes: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  owned.set('setting change', changeId)
  owned.set('promotion', promotionId)
  owned.set('community model', published.model)
  owned.set('creator', published.creator)
  owned.set('comment', published.comment)
  const { owner_key: decision } = await app.db.kysely
    .insertInto('community_takedowns')
    .values({
      kind: 'address',
      item_id: null,
      url: '/',
      creator_id: published.creator,
      action: 'hide',
      ground: 'other',
      reason: 'Why',
      before: null,
      reversed_at: null,
    })
    .returning('owner_key')
    .executeTakeFirstOrThrow()
  owned.set('decision', decision)
  owned.set('disputed payment', await insertDisputedPayment(app.db.kysely, owner.id))
  owned.set('withdrawal', await insertWithdrawal(app.db.kysely, owner.id))
  owned.set('model upload', published.upload)
  owned.set('model file', await keepFile(published.model))
  const ticket = { subject: 'Help', text: 'Please' }
  owned.set('ticket', (await owner.call(api.support.create, { body: ticket })).id)
  owned.set('words', (await owner.call(api.wildcards.create, { body: words })).id)
  await app.call(api.accounts.login, { body: { email: owner.email, password: PASSWORD } })
  const { results } = await owner.call(api.account.sessions, {})
  owned.set('session', results.find(({ is_current: current }) => !current)!.id)
  owned.set('passkey', await insertPasskey(app.db.kysely, owner.id))
}

/** A message to an endpoint that was not delivered. @returns its id */
async function insertDelivery(endpoint: string, job: string): Promise<string> {
  const { id } = await app.db.kysely
    .insertInto('webhook_deliveries')
    .values({
      endpoint_id: endpoint,
      message_id: job,
      event: 'job.ended',
      subject_id: job,
      state: 'failed',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Gives the file of a published model its bytes. @returns its id */
async function keepFile(model: string): Promise<string> {
  const key = `lora-files/${model}/a.safetensors`
  const file = join(app.config.dataDir, 'media', key)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, 'file')
  const { id } = await app.db.kysely
    .updateTable('community_model_files as file')
    .from('community_model_versions as version')
    .set({ storage_key: key })
    .whereRef('version.id', '=', 'file.version_id')
    .where('version.model_id', '=', model)
    .returning('file.id')
    .executeTakeFirstOrThrow()
  return id
}

/** How a call is refused to those who may not make it. */
const REFUSED: Record<Rule, Partial<Record<Role, number>>> = {
  everybody: {},
  'signed in': { anonymous: 401 },
  verified: { anonymous: 401, unverified: 403 },
  own: { anonymous: 401, unverified: 404, other: 404, staff: 404, admin: 404 },
  'own or admin': { anonymous: 401, unverified: 404, other: 404, staff: 404 },
  staff: { anonymous: 401, unverified: 404, owner: 404, other: 404 },
  admin: { anonymous: 401, unverified: 404, owner: 404, other: 404, staff: 404 },
}
const DELETES_BY_BODY = new Set([
  '/api/account/',
  '/api/account/consents/',
  '/api/account/passkeys/:id/',
])
/** Statuses that say that somebody may not, or that there is nothing for them. */
const REFUSALS = new Set([401, 403, 404])
const NO_BODY_TAKES_THIS = { no_call_takes_this: 1 }

const endpoints: Endpoint[] = Object.values(api).flatMap((resource) => Object.values(resource))
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** The status of a call about something of the owner; the body is refused unless the row has one. */
async function statusFor(name: string, role: Role, body: object): Promise<number> {
  const [method = '', pattern = ''] = name.split(' ')
  const resource = Object.keys(OWNED_BY_PATH).find((path) => pattern.startsWith(path)) ?? ''
  const id = owned.get(OWNED_BY_PATH[resource] ?? '') ?? '01890000-0000-7000-8000-000000000000'
  const token = people.get(role)?.token
  const hasBody = ['POST', 'PATCH'].includes(method) || DELETES_BY_BODY.has(pattern)
  const response = await fetch(
    app.url +
      pattern
        .replace(':id', id)
        .replace(':model', owned.get('model') ?? '')
        .replace(':token', id)
        .replace(':step', 'site')
        .replace(':kind', 'terms')
        .replace(':n', '0')
        .replace(':image', owned.get('photo') ?? '')
        .replace(':delivery', owned.get(`delivery of ${id}`) ?? '')
        .replace(':shot', owned.get(`shot of ${id}`) ?? ''),
    {
      method,
      headers: {
        ...(token && { authorization: `Token ${token}` }),
        ...(hasBody && method !== 'GET' && { 'content-type': 'application/json' }),
        ...(method === 'PUT' && { 'content-type': 'application/octet-stream' }),
      },
      ...(hasBody && method !== 'GET' && { body: JSON.stringify(body) }),
      ...(method === 'PUT' && { body: 'part' }),
    },
  )
  await response.body?.cancel()
  return response.status
}

test('every call has a row', () => {
  expect(Object.keys(RULES).toSorted()).toEqual([...new Set(endpoints.map(nameOf))].toSorted())
})

test('every call is there for whom its row says, and for nobody else', async () => {
  await makeThings()
  const wrong: string[] = []
  for (const [name, row] of Object.entries(RULES)) {
    const [rule, body] = Array.isArray(row) ? row : [row, NO_BODY_TAKES_THIS]
    // The owner comes last: what they delete is there for the others until then.
    for (const role of ROLES) {
      const status = await statusFor(name, role, body)
      const expected = REFUSED[rule][role]
      const isRight = expected === undefined ? !REFUSALS.has(status) : status === expected
      if (!isRight) wrong.push(`${name} for ${role}: ${status}, not ${expected ?? 'let through'}`)
    }
  }
  expect(wrong).toEqual([])
}, 120_000)
