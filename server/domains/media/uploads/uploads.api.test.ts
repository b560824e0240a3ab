import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ApiError } from '#contract/client.ts'
import { api } from '#contract/index.ts'
import { UPLOAD_LIMITS } from '#contract/values/uploaded-images.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { upload, uploadForm } from '#tests/support/uploads.ts'

let app: TestApp
let ada: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  ada = await newPerson(app)
})
afterAll(() => app.dispose())

async function refusal(call: Promise<unknown>): Promise<{ status: number; body: unknown }> {
  const error = await call.then(() => null).catch((thrown: unknown) => thrown)
  if (!(error instanceof ApiError)) throw new Error(`not refused: ${String(error)}`)
  return { status: error.status, body: error.body }
}

/** Runs a program in the place of the decoder until the test ends. */
async function decodeWith(program: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-decoder-'))
  const { execPath } = process
  onTestFinished(async () => {
    process.execPath = execPath
    await rm(folder, { recursive: true })
  })
  const file = join(folder, 'decoder')
  await writeFile(file, `#!${execPath}\n${program}\n`, { mode: 0o755 })
  process.execPath = file
}

const fetchBytes = async (url: string) =>
  Buffer.from(await (await fetch(app.url + url)).arrayBuffer())

async function filesOf(person: TestPerson): Promise<string[]> {
  const folder = join(app.config.dataDir, 'media')
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  return files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(folder.length + 1))
    .filter((file) => file.includes(person.id))
}

describe('an upload', () => {
  test('is kept upright, without its metadata, for its owner alone', async () => {
    const photo = await sharp(await makePng(60, 40))
      .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const made = await upload(ada, photo)
    expect(made).toMatchObject({ width: 40, height: 60, content_type: 'image/jpeg' })
    const days = (Date.parse(made.expires_at) - Date.parse(made.created_at)) / 86_400_000
    expect(Math.round(days)).toBe(30)

    const kept = await fetchBytes(made.url)
    expect(kept).toHaveLength(made.bytes)
    const { width, height, exif, orientation } = await sharp(kept).metadata()
    expect({ width, height, exif, orientation }).toEqual({
      width: 40,
      height: 60,
      exif: undefined,
      orientation: undefined,
    })
    expect(kept.includes('secret place')).toBe(false)

    const [path = ''] = made.url.split('?')
    expect((await fetch(app.url + path)).status).toBe(404)
    const eve = await newPerson(app)
    const byId = { params: { id: made.id } }
    expect(await refusal(eve.call(api.uploadedImages.detail, byId))).toMatchObject({ status: 404 })
    expect(await refusal(eve.call(api.uploadedImages.remove, byId))).toMatchObject({ status: 404 })
    expect((await eve.call(api.uploadedImages.list, { query: {} })).results).toEqual([])
    expect(await ada.call(api.uploadedImages.detail, byId)).toEqual(made)
    expect(await refusal(app.call(api.uploadedImages.list, { query: {} }))).toMatchObject({
      status: 401,
    })
  })

  test('of a PNG keeps its very pixels', async () => {
    const png = await makePng(37, 23, { noise: 20 })
    const made = await upload(ada, png)
    expect(made).toMatchObject({ width: 37, height: 23, content_type: 'image/png' })
    const raw = (file: Buffer) => sharp(file).removeAlpha().raw().toBuffer()
    expect(await raw(await fetchBytes(made.url))).toEqual(await raw(png))
  })

  test('of a WebP stays exact where it was, and becomes a JPEG where it was not', async () => {
    const png = await makePng(37, 23, { noise: 20 })
    const picture = () => sharp(png)
    const raw = (file: Buffer) => sharp(file).removeAlpha().raw().toBuffer()
    const lossless = await upload(ada, await picture().webp({ lossless: true }).toBuffer())
    expect(lossless).toMatchObject({ width: 37, height: 23, content_type: 'image/png' })
    expect(await raw(await fetchBytes(lossless.url))).toEqual(await picture().raw().toBuffer())
    const lossy = await upload(ada, await picture().webp({ quality: 80 }).toBuffer())
    expect(lossy).toMatchObject({ width: 37, height: 23, content_type: 'image/jpeg' })
    const clear = await picture().ensureAlpha(0.5).webp({ quality: 80 }).toBuffer()
    const kept = await upload(ada, clear)
    expect(kept.content_type).toBe('image/png')
    const alpha = (file: Buffer) => sharp(file).extractChannel('alpha').raw().toBuffer()
    expect(await alpha(await fetchBytes(kept.url))).toEqual(await alpha(clear))
    const mask = await upload(ada, await picture().jpeg().toBuffer(), { purpose: 'mask' })
    expect(mask.content_type).toBe('image/png')
  })

  test('of a GIF keeps its first frame', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((background) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const made = await upload(ada, gif)
    expect(made).toMatchObject({ width: 8, height: 8, content_type: 'image/png' })
    const { dominant } = await sharp(await fetchBytes(made.url)).stats()
    expect(dominant.r).toBeGreaterThan(200)
  })
})

describe('what is refused', () => {
  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'Only JPEG, PNG'],
    ['a text', Buffer.from('hello'), 'Only JPEG, PNG'],
  ])('%s is a 415', async (_name, file, text) => {
    const { status, body } = await refusal(upload(ada, file))
    expect(status).toBe(415)
    expect(body).toEqual({ detail: expect.stringContaining(text) as string })
  })

  test('a damaged image is a 400 that names the field', async () => {
    const png = await makePng(200, 200, { noise: 20 })
    for (const file of [
      png.subarray(0, 2000),
      Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1'),
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0'),
    ]) {
      expect(await refusal(upload(ada, file))).toEqual({
        status: 400,
        body: { image: [expect.stringContaining('damaged') as string] },
      })
    }
  })

  test('too many pixels in a small file are a 413, read from its header', async () => {
    const bomb = await sharp({
      create: { width: 9000, height: 9000, channels: 3, background: '#000' },
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(2_000_000)
    const { status, body } = await refusal(upload(ada, bomb))
    expect(status).toBe(413)
    expect(body).toEqual({ detail: expect.stringContaining('50 megapixels is the most') as string })
  })

  test.each([
    ['was killed before it read anything', "process.kill(process.pid, 'SIGKILL')"],
    ['found no memory to start', 'process.exit(1)'],
    ['was aborted by its memory', 'process.abort()'],
    [
      'was killed while it decoded',
      "process.send({ type: 'header', width: 80, height: 64 }, () => process.kill(process.pid, 'SIGKILL'))",
    ],
    [
      'was killed while it wrote',
      "process.send({ type: 'decoded', picture: {}, bytes: 9 }, () => process.kill(process.pid, 'SIGKILL'))",
    ],
  ])('a small mask whose decoder %s is a 503 to try again', async (_how, program) => {
    await decodeWith(program)
    const { status, body } = await refusal(upload(ada, await makePng(80, 64), { purpose: 'mask' }))
    expect(status).toBe(503)
    expect(body).toEqual({ detail: expect.stringContaining('try again') as string })
  })

  test('a small image that breaks its decoder is a 400', async () => {
    await decodeWith("process.kill(process.pid, 'SIGSEGV')")
    expect(await refusal(upload(ada, await makePng(80, 64)))).toEqual({
      status: 400,
      body: { image: [expect.stringContaining('Save it smaller') as string] },
    })
  })

  test('too many bytes are a 413, announced or not', async () => {
    const file = new Uint8Array(UPLOAD_LIMITS.bytes + 1)
    expect(await refusal(upload(ada, file))).toMatchObject({ status: 413 })
    const boundary = 'x'.repeat(20)
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n`
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from(head))
        controller.enqueue(file)
        controller.enqueue(Buffer.from(`\r\n--${boundary}--\r\n`))
        controller.close()
      },
    })
    const answer = await fetch(`${app.url}/api/uploaded_images/upload_image/`, {
      method: 'POST',
      headers: {
        authorization: `Token ${ada.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body,
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
    expect(await answer.json()).toEqual({ detail: 'The file has more than 20 MB.' })
  })

  test('a body without the file is named', async () => {
    const post = (body: BodyInit, type?: string) =>
      fetch(`${app.url}/api/uploaded_images/upload_image/`, {
        method: 'POST',
        headers: { authorization: `Token ${ada.token}`, ...(type && { 'content-type': type }) },
        body,
      })
    const png = await makePng(8, 8)
    const twice = uploadForm(png)
    twice.append('image', new Blob([new Uint8Array(png)]), 'b')
    const text = new FormData()
    text.append('image', 'words')
    const cases: [BodyInit, string | undefined, number, unknown][] = [
      ['{}', 'application/json', 415, { detail: expect.any(String) }],
      [new FormData(), undefined, 400, { image: ['No file was submitted.'] }],
      [uploadForm(png, { field: 'file' }), undefined, 400, { file: ['Unknown field.'] }],
      [uploadForm(new Uint8Array()), undefined, 400, { image: ['The submitted file is empty.'] }],
      [twice, undefined, 400, { image: ['Send one file and nothing else.'] }],
      [text, undefined, 400, { image: [expect.stringContaining('was not a file')] }],
      ['--x\r\nnonsense', 'multipart/form-data; boundary=x', 400, expect.anything()],
      ['nonsense', 'multipart/form-data', 400, expect.anything()],
    ]
    for (const [body, type, status, answer] of cases) {
      const response = await post(body, type)
      expect([response.status, await response.json()]).toEqual([status, answer])
    }
  })

  test('nobody has more than the most', async () => {
    const full = await newPerson(app)
    await sql`insert into uploaded_images (user_id, purpose, storage_key, width, height, bytes, content_type, stored_at, expires_at)
      select ${full.id}, 'picture', 'uploads/full/' || n || '.png', 8, 8, 1, 'image/png', now(), now() + interval '1 day'
      from generate_series(1, ${UPLOAD_LIMITS.count - 1}::int) n`.execute(app.db.kysely)
    const png = await makePng(8, 8)
    const results = await Promise.allSettled([upload(full, png), upload(full, png)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(upload(full, png))).toMatchObject({ status: 409 })
  })

  test('who has not verified their e-mail address may not upload', async () => {
    const person = await newPerson(app, { verified: false })
    expect(await refusal(upload(person, await makePng(8, 8)))).toEqual({
      status: 403,
      body: { detail: 'Please verify your email address first.' },
    })
  })

  test('nobody takes more room than their plan has', async () => {
    const person = await newPerson(app)
    const list = async () => (await person.call(api.uploadedImages.list, { query: {} })).storage
    const limit = 200 * 1024 * 1024
    expect(await list()).toEqual({ used_bytes: 0, limit_bytes: limit, keep_days: 30 })
    const png = await makePng(300, 200, { noise: 20 })
    const first = await upload(person, png)
    const mask = await upload(person, await makePng(8, 8), { purpose: 'mask' })
    expect((await list()).used_bytes).toBe(first.bytes + mask.bytes)
    const use = (bytes: number) =>
      app.db.kysely
        .updateTable('uploaded_images')
        .set({ bytes })
        .where('id', '=', first.id)
        .execute()

    await use(limit - mask.bytes - 5)
    const { status, body } = await refusal(upload(person, png))
    expect(status).toBe(413)
    expect(body).toEqual({
      detail: expect.stringContaining('use 200 MB of the 200 MB of your plan') as string,
      used_bytes: limit - 5,
      limit_bytes: limit,
    })
    expect(await filesOf(person)).toHaveLength(2)
    await use(limit)
    // Not even read.
    expect(await refusal(upload(person, Buffer.from('no picture')))).toMatchObject({ status: 413 })

    await person.call(api.uploadedImages.remove, { params: { id: first.id } })
    expect((await list()).used_bytes).toBe(mask.bytes)
    await upload(person, png)
    const rich = await newPerson(app, { plan: 'starter' })
    const { storage } = await rich.call(api.uploadedImages.list, { query: {} })
    expect(storage.limit_bytes).toBe(5 * 1024 ** 3)
  })

  test('many uploads in a short time are throttled before they are read', async () => {
    const busy = await newPerson(app)
    const files = Array.from({ length: 130 }, () => upload(busy, Buffer.from('no picture')))
    const statuses = await Promise.all(files.map(async (file) => (await refusal(file)).status))
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10)
  })
})

describe('what goes', () => {
  test('deleting removes the file and its resized copies', async () => {
    const person = await newPerson(app)
    const made = await upload(person, await makePng(300, 200))
    const resized = await fetch(`${app.url}/img/?url=${encodeURIComponent(made.url)}&width=128`)
    expect(resized.status).toBe(200)
    await expect.poll(async () => (await filesOf(person)).length).toBe(2)
    await person.call(api.uploadedImages.remove, { params: { id: made.id } })
    expect(await filesOf(person)).toEqual([])
    expect((await fetch(app.url + made.url)).status).toBe(404)
    expect((await person.call(api.uploadedImages.list, { query: {} })).results).toEqual([])
  })

  test('the sweep takes what has expired, and what was never finished or half removed', async () => {
    const person = await newPerson(app)
    const [expired, killed, half, fresh] = await Promise.all(
      Array.from({ length: 4 }, async () => upload(person, await makePng(8, 8))),
    )
    const change = (id: string, set: object) =>
      app.db.kysely.updateTable('uploaded_images').set(set).where('id', '=', id).execute()
    await change(expired!.id, { expires_at: sql`now() - interval '1 second'` })
    await change(killed!.id, { stored_at: null, created_at: sql`now() - interval '2 hours'` })
    await change(half!.id, { deleted_at: sql`now()` })
    const listed = await person.call(api.uploadedImages.list, { query: {} })
    expect(listed.results).toEqual([fresh])
    await app.context.uploads.sweep()
    expect(await filesOf(person)).toHaveLength(1)
    const rows = await app.db.kysely
      .selectFrom('uploaded_images')
      .select('id')
      .where('user_id', '=', person.id)
      .execute()
    expect(rows).toEqual([{ id: fresh!.id }])
  })
})

test('a copy to select in keeps its format, is in no list, and goes after a day', async () => {
  const person = await newPerson(app)
  const photo = await sharp(await makePng(40, 30))
    .jpeg()
    .toBuffer()
  const copy = await upload(person, photo, { purpose: 'selection' })
  expect(copy).toMatchObject({ width: 40, height: 30, content_type: 'image/jpeg' })
  const hours = (Date.parse(copy.expires_at) - Date.parse(copy.created_at)) / 3_600_000
  expect(Math.round(hours)).toBe(24)
  for (const purpose of ['picture', 'mask'] as const) {
    const { results } = await person.call(api.uploadedImages.list, { query: { purpose } })
    expect(results).toEqual([])
  }
  await person.call(api.uploadedImages.remove, { params: { id: copy.id } })
  expect(await filesOf(person)).toEqual([])
})

test('the list pages from the newest to the oldest', async () => {
  const person = await newPerson(app)
  const made = []
  for (let count = 0; count < 3; count++) made.push(await upload(person, await makePng(8, 8)))
  const first = await person.call(api.uploadedImages.list, { query: { limit: '2' } })
  expect(first.results).toEqual([made[2], made[1]])
  const cursor = new URL(first.next!, app.url).searchParams.get('cursor')!
  const second = await person.call(api.uploadedImages.list, { query: { limit: '2', cursor } })
  expect(second).toMatchObject({ next: null, results: [made[0]] })

  const mask = await upload(person, await makePng(8, 8), { purpose: 'mask' })
  const masks = await person.call(api.uploadedImages.list, { query: { purpose: 'mask' } })
  expect(masks.results).toEqual([mask])
  const pictures = await person.call(api.uploadedImages.list, { query: {} })
  expect(pictures.results).toHaveLength(3)
})
