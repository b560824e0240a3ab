import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { MODEL_UPLOAD } from '#contract/model-publishing.ts'
import { refusal } from '#server/domains/studios/testing/studio-app.ts'
import { toSafetensors } from '#engine/import/write-safetensors.ts'
import { newPerson } from '#tests/support/people.ts'
import { loraMatrices } from '#tests/support/safetensors.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { begin, finish, LAYER, lora, send, sha256 } from './testing/upload-calls.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const { modelPublishing } = api

/** A file with this header, before as many bytes as it says. */
function withHeader(header: string | object, bytes: number, says?: bigint): Buffer {
  const json = Buffer.from(typeof header === 'string' ? header : JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(says ?? BigInt(json.length))
  return Buffer.concat([length, json, Buffer.alloc(bytes)])
}

/** The two matrices of one layer, 16 bytes each, at these places. */
const tensorsAt = (down: number, up: number) => ({
  [`${LAYER}.lora_down.weight`]: { dtype: 'F32', shape: [1, 4], data_offsets: [down, down + 16] },
  [`${LAYER}.lora_up.weight`]: { dtype: 'F32', shape: [4, 1], data_offsets: [up, up + 16] },
})
const alphaAt = (from: number) => ({
  [`${LAYER}.alpha`]: { dtype: 'F32', shape: [4], data_offsets: [from, from + 16] },
})

const [NO_FILE, TOO_LONG] = [
  'This is not a safetensors file.',
  'The header of this file is too long.',
]

const manyTensors = () =>
  Object.fromEntries(
    Array.from({ length: 20_001 }, (_, n) => [
      `${n}.alpha`,
      { dtype: 'F32', shape: [0], data_offsets: [0, 0] },
    ]),
  )

describe('an upload', () => {
  test('comes by parts, goes on where it was, and has the hash that was said', async () => {
    const ada = await newPerson(app)
    const file = lora(1, 600_000)
    expect(file.length).toBeGreaterThan(MODEL_UPLOAD.partBytes)
    const { id } = await begin(ada, file)
    expect(await refusal(send(ada, id, file, 1))).toMatchObject({ status: 409 })
    expect((await send(ada, id, file, 0)).received).toEqual([0])
    expect(await begin(ada, file)).toMatchObject({ id, received: [0] })
    expect(await refusal(finish(ada, id))).toMatchObject({ status: 409 })
    await send(ada, id, file, 1)
    await send(ada, id, file, 1)
    expect(await finish(ada, id)).toMatchObject({ state: 'finished', received: [0, 1] })
    expect(await finish(ada, id)).toMatchObject({ state: 'finished' })
    const eve = await newPerson(app)
    expect(await refusal(send(eve, id, file, 0))).toMatchObject({ status: 404 })
    expect(await refusal(finish(eve, id))).toMatchObject({ status: 404 })
  })

  test.each<[string, () => Buffer, string]>([
    ['text', () => Buffer.from('x'.repeat(100)), 'This is not a safetensors file.'],
    ['a file that is cut off', () => lora(2).subarray(0, -8), 'The file is damaged.'],
    [
      'a checkpoint',
      () =>
        Buffer.from(toSafetensors({ 'model.weight': { shape: [4], data: new Float32Array(4) } })),
      'This file holds something else than a LoRA.',
    ],
    [
      'half of a layer',
      () => {
        const [[name, tensor] = []] = Object.entries(
          loraMatrices(LAYER, { out: 4, rank: 2, inner: [4], size: 1 }),
        )
        return Buffer.from(toSafetensors({ [name!]: tensor! }))
      },
      'The file is damaged.',
    ],
    ['a zip', () => Buffer.from(`PK\u0003\u0004${'x'.repeat(100)}`), NO_FILE],
    ['a pickle', () => Buffer.from(`\u0080\u0002}q\u0000${'x'.repeat(100)}`, 'latin1'), NO_FILE],
    ['a header longer than any file', () => withHeader({}, 64, 2n ** 64n - 1n), TOO_LONG],
    ['a header longer than its first part', () => withHeader({}, 64, 1000n), TOO_LONG],
    ['a header that is no JSON', () => withHeader('{"a":', 64), NO_FILE],
    ['a header of nested objects', () => withHeader('{"a":'.repeat(200_000), 64), NO_FILE],
    ['no weights', () => withHeader({ __metadata__: {} }, 64), 'The file is damaged.'],
    ['too many weights', () => withHeader(manyTensors(), 0), TOO_LONG],
    ['weights behind its end', () => withHeader(tensorsAt(0, 1e15), 32), 'The file is damaged.'],
    [
      'something between its weights',
      () => withHeader({ ...tensorsAt(0, 0), ...alphaAt(32) }, 48),
      'The file is damaged.',
    ],
    [
      'weights that overlap in part',
      () => withHeader({ ...tensorsAt(0, 8), ...alphaAt(24) }, 40),
      'The file is damaged.',
    ],
    [
      'weights that lie before their beginning',
      () => withHeader({ ...tensorsAt(0, -16) }, 16),
      'The file is damaged.',
    ],
    [
      'a checkpoint with a LoRA in it',
      () =>
        withHeader(
          {
            ...tensorsAt(0, 16),
            'model.weight': { dtype: 'F32', shape: [4], data_offsets: [32, 48] },
          },
          48,
        ),
      'This file holds something else than a LoRA.',
    ],
    [
      'matrices that do not fit each other',
      () =>
        withHeader(
          {
            ...tensorsAt(0, 16),
            [`${LAYER}.lora_up.weight`]: { dtype: 'F32', shape: [2, 2], data_offsets: [16, 32] },
          },
          32,
        ),
      'The file is damaged.',
    ],
    [
      'a description that is none',
      () => withHeader({ __metadata__: { rank: 4 }, ...tensorsAt(0, 16) }, 32),
      NO_FILE,
    ],
    [
      'weights of no size that fits',
      () =>
        withHeader({ a: { dtype: 'F32', shape: [2 ** 40, 2 ** 40], data_offsets: [0, 64] } }, 64),
      'The file is damaged.',
    ],
  ])('of %s is refused by its header', async (_what, make, message) => {
    const ada = await newPerson(app)
    const file = make()
    const { id } = await begin(ada, file)
    expect(await refusal(send(ada, id, file))).toMatchObject({
      status: 400,
      body: { part: [message] },
    })
  })

  test('of another file than was said is refused, and can be sent again', async () => {
    const ada = await newPerson(app)
    const [said, other] = [lora(3), lora(4)]
    const { id } = await begin(ada, said)
    await send(ada, id, other)
    expect(await refusal(finish(ada, id))).toMatchObject({
      status: 400,
      body: { sha256: expect.any(Array) as string[] },
    })
    await send(ada, id, said)
    expect(await finish(ada, id)).toMatchObject({ state: 'finished' })
  })

  test('has all its parts when they come at once', async () => {
    const ada = await newPerson(app)
    const file = lora(301, 1_200_000)
    const count = Math.ceil(file.length / MODEL_UPLOAD.partBytes)
    const { id } = await begin(ada, file)
    await send(ada, id, file, 0)
    await Promise.all(Array.from({ length: 2 * count }, (_, n) => send(ada, id, file, n % count)))
    expect(await finish(ada, id)).toMatchObject({ state: 'finished' })
  })

  test('has nothing of a part that is cut off on its way', async () => {
    const ada = await newPerson(app)
    const file = lora(302, 600_000)
    const { id } = await begin(ada, file)
    const { hostname, port } = new URL(app.url)
    const path = modelPublishing.sendPart.path.replace(':id', id).replace(':n', '0')
    const headers = {
      authorization: `Token ${ada.token}`,
      'content-type': 'application/octet-stream',
      'content-length': MODEL_UPLOAD.partBytes,
    }
    await new Promise<void>((resolve) => {
      const sent = request({ hostname, port, method: 'PUT', path, headers })
      sent.on('error', () => resolve())
      sent.on('close', () => resolve())
      sent.write(file.subarray(0, 1_000_000), () => sent.destroy())
    })
    expect(await begin(ada, file)).toMatchObject({ received: [] })
    expect(await refusal(finish(ada, id))).toMatchObject({ status: 409 })
    expect((await send(ada, id, file, 0)).received).toEqual([0])
  })

  test('has only the parts of its file, each of its size', async () => {
    const ada = await newPerson(app)
    const file = lora(6)
    const { id } = await begin(ada, file)
    for (const n of [-1, 1, 5000, 1.5])
      expect(await refusal(send(ada, id, file, n))).toMatchObject({ status: 404 })
    const body = new Blob([new Uint8Array(file.subarray(0, -1))])
    const short = ada.call(modelPublishing.sendPart, { params: { id, n: '0' }, body })
    expect(await refusal(short)).toMatchObject({ status: 400 })
    expect(await begin(ada, file)).toMatchObject({ received: [] })
  })

  test.each(['a.ckpt', 'a.pt', 'a.zip', '../a.safetensors', 'a.safetensors.pkl'])(
    'called %s is not begun',
    async (filename) => {
      const ada = await newPerson(app)
      const file = lora(7)
      const body = { filename, bytes: file.length, sha256: sha256(file) }
      expect(await refusal(ada.call(modelPublishing.startUpload, { body }))).toMatchObject({
        status: 400,
      })
    },
  )

  test('of more than a gigabyte is not begun', async () => {
    const ada = await newPerson(app)
    const body = {
      filename: 'a.safetensors',
      bytes: MODEL_UPLOAD.bytes + 1,
      sha256: 'a'.repeat(64),
    }
    expect(await refusal(ada.call(modelPublishing.startUpload, { body }))).toMatchObject({
      status: 400,
      body: { bytes: ['The file has more than 1 GB.'] },
    })
  })
})
