import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { startA1111Double } from '#tests/support/doubles/a1111-server.ts'
import { startComfyuiDouble } from '#tests/support/doubles/comfyui-server.ts'
import { FAL_KEY, startFalDouble } from '#tests/support/doubles/fal-server.ts'
import { startJsonServer } from '#tests/support/doubles/json-server.ts'
import { REPLICATE_TOKEN, startReplicateDouble } from '#tests/support/doubles/replicate-server.ts'
import { submit, waitForEnd } from '#tests/support/generation.ts'
import { newAdmin, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

/** Nobody listens there. */
const AWAY = 'http://127.0.0.1:9'

const KINDS = [
  { kind: 'a1111', start: startA1111Double, wrong: { url: AWAY }, model: 'photon_v1' },
  { kind: 'comfyui', start: startComfyuiDouble, wrong: { url: AWAY }, model: 'photon_v1' },
  {
    kind: 'fal',
    start: startFalDouble,
    credentials: FAL_KEY,
    wrong: { credentials: 'key-id:wrong' },
    model: 'flux-schnell',
  },
  {
    kind: 'replicate',
    start: startReplicateDouble,
    path: '/v1',
    credentials: REPLICATE_TOKEN,
    wrong: { credentials: 'r8_wrong' },
    model: 'flux-schnell',
  },
] as const

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp({ overrides: { pages: false, drainMs: 2000 } })
  admin = await newAdmin(app, { credits: 20 })
})
afterAll(() => app.dispose())

test.each(KINDS)(
  'a $kind that is entered wrongly is refused at its field; entered right it draws, and the overview and the pages know',
  async ({ kind, start, wrong, model, ...rest }) => {
    const double = await start()
    try {
      const { credentials = null, path = '' } = rest as { credentials?: string; path?: string }
      const right = { kind, name: kind, url: `${double.url}${path}`, credentials }
      const add = (body: Partial<typeof right>) =>
        admin.call(api.adminEngines.add, { body: { ...right, ...body } })
      const state = async () => ({
        model: (await admin.call(api.adminSetup.list, {})).parts.find(
          ({ name }) => name === 'model',
        )!.is_done,
        draws: (await app.call(api.capabilities.read, {})).draws,
      })
      expect(await state()).toEqual({ model: false, draws: 'collection' })
      const [field] = Object.keys(wrong)
      const said = field === 'url' ? 'It cannot be reached.' : 'It refuses the credentials.'
      await expect(add(wrong)).rejects.toMatchObject({ body: { [field!]: [said] } })
      expect(await state()).toMatchObject({ model: false })

      const { id } = await add({})
      await expect.poll(state).toEqual({ model: true, draws: 'anything' })
      const job = await waitForEnd(admin, await submit(admin, { model, width: 512, height: 512 }))
      expect(job).toMatchObject({ status: 'S', engine: id, images: [{ status: 'S' }] })
      const remove = () => admin.call(api.adminEngines.remove, { params: { id } })
      await expect.poll(() => remove().catch(() => 'busy')).toBeNull()
    } finally {
      await double.close()
    }
  },
)

test('a service that is away, too busy or without money is added only by a word more, and takes another key', async () => {
  let status = 429
  const service = await startJsonServer(() => ({
    status,
    body: { detail: status === 403 ? 'User is locked. Reason: Exhausted balance.' : 'No' },
  }))
  const body = { kind: 'fal', name: 'fal', url: service.url, credentials: FAL_KEY }
  const add = (more: object = {}) =>
    admin.call(api.adminEngines.add, { body: { ...body, ...more } })
  const unchecked = [expect.any(String)]
  try {
    await expect(add({ url: AWAY })).rejects.toMatchObject({
      body: { url: ['It cannot be reached.'], unchecked },
    })
    await expect(add()).rejects.toMatchObject({ body: { url: ['It is too busy.'], unchecked } })
    status = 401
    await expect(add()).rejects.toHaveProperty('body', {
      credentials: ['It refuses the credentials.'],
    })
    status = 403
    await expect(add()).rejects.toMatchObject({
      body: { credentials: ['Its account has no money left.'], unchecked },
    })
    const { id } = await add({ unchecked: true })
    const params = { id }
    const change = admin.call(api.adminEngines.change, { params, body: { credentials: 'id:new' } })
    expect(await change).toMatchObject({ id, credentials: 'kept' })
    expect(await admin.call(api.adminEngines.remove, { params })).toBeNull()
  } finally {
    await service.close()
  }
})

test('what is no address, and a kind that there is not, are refused', async () => {
  const body = { kind: 'a1111', name: 'Box', url: AWAY }
  const wrong = [
    [{ ...body, kind: 'constructor' }, 'kind'],
    [{ ...body, url: 'ftp://example.com' }, 'url'],
    [{ ...body, url: 'http://169.254.169.254' }, 'url'],
    [{ ...body, url: 'http://[::ffff:a9fe:a9fe]:7860' }, 'url'],
    [{ ...body, url: 'http://user:secret@127.0.0.1:7860' }, 'url'],
    [{ ...body, url: null }, 'url'],
  ] as const
  for (const [sent, field] of wrong) {
    const call = admin.call(api.adminEngines.add, { body: sent })
    await expect(call).rejects.toMatchObject({
      code: 'invalid',
      body: { [field]: [expect.any(String)] },
    })
  }
  // All that is missing is told at once, each at its field; a name without a visible character is missing.
  await expect(
    admin.call(api.adminEngines.add, { body: { ...body, name: ' \u200B', url: null } }),
  ).rejects.toMatchObject({
    body: { name: ['This field may not be blank.'], url: ['Enter its address.'] },
  })
})
