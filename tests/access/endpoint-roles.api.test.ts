import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { GRID, OF_NO_FACE, OF_NO_PICTURE, PACK, PRESET, STUDIO } from '#tests/support/bodies.ts'
import { SMALL, startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newProject, SAVE_OF_NOTHING } from '#tests/support/editor-projects.ts'
import { HEADSHOTS, insertHeadshots } from '#tests/support/headshots.ts'
import { newPerson, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { insertShare } from '#tests/support/shares.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload, uploadForm } from '#tests/support/uploads.ts'
import { OWNED_BY_PATH } from './owned-by-path.ts'

const ROLES = ['anonymous', 'unverified', 'other', 'staff', 'admin', 'owner'] as const
type Role = (typeof ROLES)[number]

let app: TestApp
const people = new Map<Role, TestPerson>()
/** Something of the owner by the resource in a path. */
const owned = new Map<string, string>()

beforeAll(async () => {
  ;({ app } = await startGenerationApp())
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
  owned.set('job', job.id)
  owned.set('picture', job.images[0]!.id)
  const image = (await upload(owner, await makePng(64, 64))).id
  owned.set('upload', image)
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
  owned.set('preset', (await owner.call(api.presets.create, { body: PRESET })).id)
  owned.set('words', (await owner.call(api.wildcards.create, { body: words })).id)
  await app.call(api.accounts.login, { body: { email: owner.email, password: PASSWORD } })
  const { results } = await owner.call(api.account.sessions, {})
  owned.set('session', results.find(({ is_current: current }) => !current)!.id)
}

/** Who may make a call. `own`: only whose thing it is; for everybody else, staff too, there is no such thing. */
type Rule = 'everybody' | 'signed in' | 'verified' | 'own' | 'staff' | 'admin'

/** A row for each call; a body where the rule shows only with one that is valid. */
const RULES: Record<string, Rule | [Rule, object]> = {
  'GET /api/account/': 'signed in',
  'GET /api/account/deletion/': 'signed in',
  'GET /api/account/sessions/': 'signed in',
  'DELETE /api/account/sessions/:id/': 'own',
  'DELETE /api/account/sessions/': 'signed in',
  'GET /api/account/email/': 'signed in',
  'POST /api/account/email/': 'signed in',
  'PATCH /api/account/language/': 'signed in',
  'DELETE /api/account/': 'signed in',
  'POST /api/dj-rest-auth/login/': 'everybody',
  'POST /api/dj-rest-auth/register/': 'everybody',
  'GET /api/dj-rest-auth/registration/verify-email/': 'everybody',
  'POST /api/dj-rest-auth/registration/verify-email/': 'everybody',
  'POST /api/dj-rest-auth/registration/resend-email/': 'everybody',
  'POST /api/dj-rest-auth/password/reset/': 'everybody',
  'POST /api/dj-rest-auth/password/reset/confirm/': 'everybody',
  'POST /api/dj-rest-auth/password/change/': 'signed in',
  'POST /api/rest-auth/google/': 'everybody',
  'POST /api/rest-auth/facebook/': 'everybody',
  'GET /api/admin/reconciliation/': 'admin',
  'GET /api/admin/users/': 'admin',
  'GET /api/admin/users/export/': 'admin',
  'GET /api/admin/users/:id/': 'admin',
  'GET /api/admin/payments/': 'admin',
  'GET /api/admin/payments/export/': 'admin',
  'POST /api/admin/payments/:id/refund/': 'admin',
  'POST /api/admin/users/:id/adjust/': 'admin',
  'POST /api/admin/users/:id/plan/': 'admin',
  'GET /api/admin/adjustments/': 'admin',
  'GET /api/admin/adjustments/export/': 'admin',
  'POST /api/admin/adjustments/:id/decide/': 'admin',
  'POST /api/admin/cases/:id/resolve/': 'admin',
  'GET /api/admin/audit/': 'admin',
  'GET /api/admin/audit/export/': 'admin',
  'GET /api/admin/jobs/': 'admin',
  'GET /api/status/': 'everybody',
  'GET /api/admin/models/': 'admin',
  'POST /api/admin/models/': 'admin',
  'POST /api/admin/models/look_up/': 'admin',
  'POST /api/admin/models/:id/cancel/': 'admin',
  'DELETE /api/admin/models/:id/': 'admin',
  'GET /api/admin/engines/': 'admin',
  'POST /api/admin/engines/': 'admin',
  'GET /api/admin/engine_orders/': 'admin',
  'POST /api/admin/engine_orders/': 'admin',
  'PATCH /api/admin/engines/:id/': 'admin',
  'POST /api/admin/engines/:id/test/': 'admin',
  'POST /api/admin/engines/:id/samples/': 'admin',
  'POST /api/admin/engines/:id/pause/': 'admin',
  'POST /api/admin/engines/:id/drain/': 'admin',
  'POST /api/admin/engines/:id/resume/': 'admin',
  'DELETE /api/admin/engines/:id/': 'admin',
  'GET /api/users/checkout/': 'signed in',
  'POST /api/users/checkout_subscription/': 'signed in',
  'GET /api/users/checkout_success/': 'signed in',
  'GET /api/users/billing_portal/': 'signed in',
  'GET /api/billing/': 'signed in',
  'GET /api/billing/mails/': 'signed in',
  'POST /api/billing/mails/': 'signed in',
  'POST /api/billing/preview/': 'signed in',
  'POST /api/billing/change/': 'signed in',
  'POST /api/billing/cancel/preview/': 'signed in',
  'POST /api/billing/cancel/': 'signed in',
  'POST /api/billing/resume/preview/': 'signed in',
  'POST /api/billing/resume/': 'signed in',
  'GET /api/collections/': 'signed in',
  'POST /api/collections/': ['signed in', { name: 'Another' }],
  'PATCH /api/collections/:id/': ['own', { name: 'Renamed' }],
  'DELETE /api/collections/:id/': 'own',
  'GET /api/credits/': 'signed in',
  'POST /api/credits/login_bonus/': 'signed in',
  'GET /api/editor_projects/': 'signed in',
  'POST /api/editor_projects/upload_file/': 'signed in',
  'GET /api/editor_projects/:id/': 'own',
  'POST /api/editor_projects/:id/save/': ['own', SAVE_OF_NOTHING],
  'PATCH /api/editor_projects/:id/': ['own', { name: 'Renamed' }],
  'DELETE /api/editor_projects/:id/': 'own',
  'POST /api/editor_projects/:id/restore/': ['own', {}],
  'GET /api/generation_servers/': 'everybody',
  'GET /api/generation_servers/samples/': 'everybody',
  'POST /api/generation_servers/count_tokens/': 'everybody',
  'POST /api/generation_servers/control_map/': ['signed in', { kind: 'canny', ...OF_NO_PICTURE }],
  'POST /api/inference_jobs/': ['verified', SMALL],
  'POST /api/inference_jobs/create_or_find/': ['verified', { ...SMALL, seed: 1 }],
  'POST /api/inference_jobs/remove_background/': ['verified', OF_NO_PICTURE],
  'POST /api/inference_jobs/upscale/': ['verified', { ...OF_NO_PICTURE, scale: 2 }],
  'POST /api/inference_jobs/faceswap/': ['verified', OF_NO_FACE],
  'POST /api/inference_jobs/instantid/': ['verified', { ...OF_NO_PICTURE, styles: ['studio'] }],
  'POST /api/inference_jobs/batch/': ['verified', { jobs: [{ type: 'RB', ...OF_NO_PICTURE }] }],
  'GET /api/inference_jobs/batch/:id/': 'own',
  'POST /api/inference_jobs/batch/:id/cancel/': ['own', {}],
  'GET /api/inference_jobs/batch/:id/zip/': 'own',
  'GET /api/inference_jobs/instantid/styles/': 'everybody',
  'GET /api/inference_jobs/headshots/backgrounds/': 'everybody',
  'GET /api/inference_jobs/:id/': 'own',
  'GET /api/inference_jobs/:id/success_detail/': 'own',
  'POST /api/inference_jobs/:id/cancel/': ['own', {}],
  'GET /api/inference_jobs/running/': 'signed in',
  'GET /api/inference_jobs/success/': 'signed in',
  'POST /api/video_inference_jobs/': ['verified', { ...OF_NO_PICTURE, duration: 2 }],
  'POST /api/prediction_images/:id/create_video/': ['own', {}],
  'GET /api/video_inference_jobs/running/': 'signed in',
  'GET /api/video_inference_jobs/success/': 'signed in',
  'GET /api/video_inference_jobs/:id/': 'own',
  'POST /api/video_inference_jobs/:id/cancel/': ['own', {}],
  'DELETE /api/video_inference_jobs/:id/': 'own',
  'GET /api/video_providers/': 'everybody',
  'GET /api/lora_trainings/': 'signed in',
  'POST /api/lora_trainings/': ['verified', STUDIO],
  'GET /api/lora_trainings/showcase_trainings_list/': 'everybody',
  'GET /api/lora_trainings/training_options/': 'signed in',
  'POST /api/lora_trainings/upload_image/': 'signed in',
  'GET /api/lora_trainings/:id/': 'own',
  'GET /api/lora_trainings/:id/start_quote/': 'own',
  'POST /api/lora_trainings/:id/consent_link/': ['own', {}],
  'DELETE /api/lora_trainings/:id/consent_link/': 'own',
  'GET /api/consent_links/:id/': 'everybody',
  'POST /api/consent_links/:id/': ['everybody', { answer: 'agree' }],
  'GET /api/lora_trainings/:id/shares/': 'own',
  'POST /api/lora_trainings/:id/shares/': ['own', { email: 'someone@example.com' }],
  'GET /api/model_shares/': 'signed in',
  'POST /api/model_shares/:id/': ['own', { answer: 'give_back' }],
  'DELETE /api/model_shares/:id/': 'own',
  'POST /api/lora_trainings/:id/retrain/': ['own', {}],
  'POST /api/lora_trainings/:id/start_training/': ['own', {}],
  'POST /api/lora_trainings/:id/payment_headshot/': ['own', HEADSHOTS],
  'GET /api/grids/': 'signed in',
  'POST /api/grids/': ['verified', GRID],
  'GET /api/grids/:id/': 'own',
  'GET /api/grids/:id/sheet/': 'own',
  'GET /api/headshot_runs/': 'signed in',
  'GET /api/headshot_runs/:id/': 'own',
  'POST /api/headshot_runs/:id/shots/:shot/choose/': ['own', { image: 'none' }],
  'POST /api/headshot_runs/:id/shots/:shot/redo/': ['own', {}],
  'POST /api/lora_trainings/:id/cancel/': ['own', {}],
  'GET /api/lora_trainings/:id/download/': 'own',
  'PATCH /api/lora_trainings/:id/images/:image/': ['own', { caption: 'A cup' }],
  'DELETE /api/lora_trainings/:id/images/:image/': 'own',
  'DELETE /api/lora_trainings/:id/': 'own',
  // Which deletes its studio too.
  'DELETE /api/headshot_runs/:id/': 'own',
  // Once it is deleted.
  'GET /api/lora_trainings/:id/receipt/': 'own',
  'GET /api/photo_packs/': 'everybody',
  'POST /api/photo_packs/': ['verified', PACK],
  'GET /api/photo_packs/my/': 'signed in',
  'GET /api/photo_packs/:id/': 'everybody',
  // Of a published one.
  'PATCH /api/photo_packs/:id/': ['staff', { title: 'Changed' }],
  'POST /api/photo_packs/:id/publish/': ['staff', {}],
  'POST /api/photo_packs/:id/favorite/': 'signed in',
  'DELETE /api/photo_packs/:id/favorite/': 'signed in',
  'GET /api/photo_packs/:id/wall/': 'everybody',
  'POST /api/photo_packs/:id/try/': ['verified', { shot: 'none', training: null }],
  'POST /api/photo_packs/:id/run/': ['verified', { training: null }],
  'GET /api/photo_packs/runs/:id/': 'own',
  'POST /api/photo_packs/runs/:id/retry/': ['own', {}],
  'POST /api/photo_packs/runs/:id/cancel/': ['own', {}],
  'PATCH /api/photo_packs/runs/:id/shots/:shot/': ['own', { prompt: 'a cat' }],
  'GET /api/photo_packs/runs/:id/zip/': 'own',
  'DELETE /api/photo_packs/:id/': 'staff',
  'GET /api/video_packs/': 'everybody',
  'POST /api/video_packs/': ['verified', PACK],
  'GET /api/video_packs/my/': 'signed in',
  'GET /api/video_packs/:id/': 'everybody',
  // Of a published one.
  'PATCH /api/video_packs/:id/': ['staff', { title: 'Changed' }],
  'POST /api/video_packs/:id/publish/': ['staff', {}],
  'POST /api/video_packs/:id/favorite/': 'signed in',
  'DELETE /api/video_packs/:id/favorite/': 'signed in',
  'GET /api/video_packs/:id/wall/': 'everybody',
  'POST /api/video_packs/:id/try/': ['verified', { shot: 'none', training: null }],
  'POST /api/video_packs/:id/run/': ['verified', { training: null }],
  'GET /api/video_packs/runs/:id/': 'own',
  'POST /api/video_packs/runs/:id/retry/': ['own', {}],
  'POST /api/video_packs/runs/:id/cancel/': ['own', {}],
  'PATCH /api/video_packs/runs/:id/shots/:shot/': ['own', { prompt: 'a cat' }],
  'GET /api/video_packs/runs/:id/zip/': 'own',
  'DELETE /api/video_packs/:id/': 'staff',
  'GET /api/picture_reviews/': 'staff',
  'POST /api/picture_reviews/:id/decide/': 'staff',
  'GET /api/plans/': 'everybody',
  'GET /api/prediction_images/': 'signed in',
  'GET /api/prediction_images/:id/': 'own',
  'PATCH /api/prediction_images/:id/': ['own', { alt: 'A fox' }],
  'GET /api/prediction_images/:id/faces/': 'own',
  'GET /api/prediction_images/:id/get_parameters/': 'own',
  'GET /api/prediction_images/:id/reproduction/': 'own',
  'POST /api/prediction_images/:id/remove_background_image/': ['own', {}],
  'POST /api/prediction_images/:id/upscale_image/': ['own', { scale: 2 }],
  'GET /api/prediction_images/days/': 'signed in',
  'POST /api/prediction_images/bulk/': ['signed in', { ids: ['none'], action: 'favorite' }],
  'POST /api/prediction_images/zip/': 'signed in',
  'GET /api/shared_images/:id/': 'everybody',
  'GET /api/prediction_images/:id/share/': 'own',
  'POST /api/prediction_images/:id/share/': ['own', {}],
  'DELETE /api/prediction_images/:id/share/': 'own',
  'DELETE /api/prediction_images/:id/': 'own',
  'POST /api/prediction_images/:id/restore/': ['own', {}],
  'GET /api/past_prompts/': 'signed in',
  'PATCH /api/past_prompts/:id/': ['own', { pinned: true }],
  'DELETE /api/past_prompts/:id/': 'own',
  'POST /api/past_prompts/:id/restore/': ['own', {}],
  'GET /api/presets/': 'signed in',
  'POST /api/presets/': ['signed in', { ...PRESET, name: 'Another' }],
  'PATCH /api/presets/:id/': ['own', { name: 'Renamed' }],
  'POST /api/presets/:id/use/': ['own', {}],
  'DELETE /api/presets/:id/': 'own',
  'POST /api/presets/:id/restore/': ['own', {}],
  'POST /api/proposals/improve_prompt/': ['verified', { prompt: 'a fox' }],
  'POST /api/proposals/describe_image/': ['verified', OF_NO_PICTURE],
  'POST /api/quotes/': 'signed in',
  'GET /api/site_configuration/': 'everybody',
  'GET /api/uploaded_images/': 'signed in',
  'POST /api/uploaded_images/upload_image/': 'signed in',
  'GET /api/uploaded_images/:id/': 'own',
  'GET /api/uploaded_images/:id/faces/': 'own',
  'DELETE /api/uploaded_images/:id/': 'own',
  'GET /api/users/me/': 'signed in',
  'GET /api/wildcards/': 'signed in',
  'POST /api/wildcards/': ['signed in', { name: 'another', text: 'fox' }],
  'GET /api/wildcards/:id/': 'own',
  'PATCH /api/wildcards/:id/': ['own', { name: 'renamed' }],
  'DELETE /api/wildcards/:id/': 'own',
  // Last, for it ends the session that asks.
  'POST /api/dj-rest-auth/logout/': 'signed in',
}

/** How a call is refused to those who may not make it. */
const REFUSED: Record<Rule, Partial<Record<Role, number>>> = {
  everybody: {},
  'signed in': { anonymous: 401 },
  verified: { anonymous: 401, unverified: 403 },
  own: { anonymous: 401, unverified: 404, other: 404, staff: 404, admin: 404 },
  staff: { anonymous: 401, unverified: 404, owner: 404, other: 404 },
  admin: { anonymous: 401, unverified: 404, owner: 404, other: 404, staff: 404 },
}
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
  const hasBody = method === 'POST' || method === 'PATCH' || pattern === '/api/account/'
  const response = await fetch(
    app.url +
      pattern
        .replace(':id', id)
        .replace(':image', owned.get('photo') ?? '')
        .replace(':shot', owned.get(`shot of ${id}`) ?? ''),
    {
      method,
      headers: {
        ...(token && { authorization: `Token ${token}` }),
        ...(hasBody && method !== 'GET' && { 'content-type': 'application/json' }),
      },
      ...(hasBody && method !== 'GET' && { body: JSON.stringify(body) }),
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
