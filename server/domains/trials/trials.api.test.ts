import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '#contract/client.ts'
import { api } from '#contract/index.ts'
import type { Job } from '#contract/inference-jobs.ts'
import type { Trial } from '#contract/trials.ts'
import {
  CLEAN,
  finishAll,
  hang,
  type ScriptedEngine,
} from '#tests/support/doubles/scripted-engine.ts'
import {
  balanceOf,
  expectCleanBooks,
  startGenerationApp,
  waitForEnd,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { transact } from '#server/platform/db/index.ts'
import { solve, trialForm, tryPhoto } from '#tests/support/trials.ts'
import { upload } from '#tests/support/uploads.ts'

let app: TestApp
let engine: ScriptedEngine
let photo: Buffer
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp(
    {},
    { env: { TRUSTED_PROXIES: '127.0.0.1' }, takesSteps: true },
  ))
  photo = await makePng(1200, 900)
})
afterAll(() => app.dispose())
beforeEach(() => {
  engine.script = finishAll
  engine.sees = CLEAN
})

async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(() => null).catch((thrown: unknown) => thrown)
  if (!(error instanceof ApiError)) throw new Error(`not refused: ${String(error)}`)
  return error
}

const claim = (person: TestPerson, { token }: { token: string }) =>
  person.call(api.trials.claim, { params: { token }, body: {} })
const statusOf = async (url: string) => (await fetch(app.url + url)).status
const fileOf = (key: string) => join(app.config.dataDir, 'media', key)
const rowOf = ({ url }: Trial) =>
  app.db.kysely
    .selectFrom('tool_trials')
    .selectAll()
    .where('preview_key', '=', new URL(url, app.url).pathname.slice('/media/'.length))
    .executeTakeFirst()
const jobsOf = async (person: TestPerson): Promise<number> => {
  const lists = await Promise.all([
    person.call(api.inferenceJobs.running, { query: {} }),
    person.call(api.inferenceJobs.success, { query: {} }),
  ])
  return new Set(lists.flatMap(({ results }) => results.map(({ id }) => id))).size
}

async function expire(trial: Trial): Promise<void> {
  const { id } = (await rowOf(trial))!
  await sql`update tool_trials set expires_at = money_now() where id = ${id}`.execute(app.db.kysely)
}

describe('a try', () => {
  test('shows a small cut-out to who has no account', async () => {
    const before = engine.toolStarts.length
    const trial = await tryPhoto(app.call, photo)
    expect(trial).toMatchObject({ width: 512, height: 384 })
    const preview = await fetch(app.url + trial.url)
    expect(preview.headers.get('content-type')).toBe('image/webp')
    const { width, height } = await sharp(Buffer.from(await preview.arrayBuffer())).metadata()
    expect({ width, height }).toEqual({ width: 512, height: 384 })
    const [request] = engine.toolStarts.slice(before)
    expect(request).toMatchObject({ tool: 'remove_background' })
    const left = Date.parse(trial.expires_at) - Date.now()
    expect(left).toBeGreaterThan(3_500_000)
    expect(left).toBeLessThanOrEqual(3_600_000)
  })

  test('takes each solved challenge once, and only our own', async () => {
    const challenge = await app.call(api.trials.challenge, {})
    const altcha = await solve(challenge)
    const send = (answer: string) =>
      app.call(api.trials.removeBackground, { body: trialForm(photo, answer) })
    await send(altcha)
    expect((await refusal(send(altcha))).status).toBe(400)
    const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '0' } }
    for (const wrong of ['', 'nonsense', await solve(easier)]) {
      expect((await refusal(send(wrong))).status).toBe(400)
    }
  })

  test('checks the file as an upload, and what it shows', async () => {
    const text = await refusal(tryPhoto(app.call, Buffer.from('no photo at all')))
    expect(text.status).toBe(415)
    const large = await refusal(tryPhoto(app.call, Buffer.alloc(10 * 1024 * 1024 + 1)))
    expect(large.status).toBe(413)
    engine.sees = { drawing: 0, hentai: 0, neutral: 0, porn: 1, sexy: 0 }
    const explicit = await refusal(tryPhoto(app.call, photo))
    expect([explicit.status, explicit.body]).toEqual([
      400,
      { image: ['This photo cannot be used here.'] },
    ])
    engine.sees = null
    expect((await refusal(tryPhoto(app.call, photo))).code).toBe('unavailable')
  })

  test('is deleted after an hour, row by row and file by file', async () => {
    const trial = await tryPhoto(app.call, photo)
    const row = (await rowOf(trial))!
    expect([await statusOf(trial.url), existsSync(fileOf(row.photo_key))]).toEqual([200, true])
    await expire(trial)
    // The address shows nothing from that moment on, swept or not.
    expect(await statusOf(trial.url)).toBe(404)
    await app.context.trials.sweep()
    for (const key of [row.photo_key, row.preview_key]) {
      expect(existsSync(fileOf(key))).toBe(false)
    }
    expect((await rowOf(trial))!.removed_at).not.toBeNull()
  })

  test('leaves nothing of one whose process ended before the answer', async () => {
    const trial = await tryPhoto(app.call, photo)
    const row = (await rowOf(trial))!
    await app.db.kysely.deleteFrom('tool_trials').where('id', '=', row.id).execute()
    await app.context.media.sweepStrayFiles(new Date(Date.now() + 1000))
    expect(existsSync(fileOf(row.photo_key))).toBe(false)
  })

  test('gives way to customers: refused while one waits, stopped when one comes', async () => {
    engine.script = hang
    const customer = await newPerson(app)
    const other = await newPerson(app)
    const order = async (person: TestPerson): Promise<Job> => {
      const { id: image } = await upload(person, await makePng(64, 64))
      return person.call(api.inferenceJobs.create, { body: { type: 'RB', image } })
    }
    const before = engine.toolStarts.length
    const trying = refusal(tryPhoto(app.call, photo))
    await expect.poll(() => engine.toolStarts.length).toBe(before + 1)
    const jobs: [TestPerson, Job][] = []
    // As many as the engine's slots take run; the one after them waits.
    for (const person of [customer, other, customer, other])
      jobs.push([person, await order(person)])
    const stopped = await trying
    expect([stopped.status, stopped.code, stopped.retryAfterSeconds]).toEqual([503, 'busy', 15])
    expect((await refusal(tryPhoto(app.call, photo))).code).toBe('busy')
    for (const [person, { id }] of jobs) {
      await person.call(api.inferenceJobs.cancel, { params: { id }, body: {} })
    }
  })
})

describe('the limit', () => {
  test('is three a network and day, whatever the address in it; what failed does not count', async () => {
    const limited = await startGenerationApp(
      {},
      { env: { TRIALS_PER_NETWORK: '3', TRUSTED_PROXIES: '127.0.0.1' }, takesSteps: true },
    )
    try {
      const waits: number[] = []
      const from = async (ip: string): Promise<number> => {
        const altcha = await solve(await limited.app.call(api.trials.challenge, {}))
        const answer = await fetch(`${limited.app.url}/api/try/remove_background/`, {
          method: 'POST',
          headers: { 'x-forwarded-for': ip },
          body: trialForm(await makePng(64, 64), altcha),
        })
        waits.push(Number(answer.headers.get('retry-after') ?? 0))
        return answer.status
      }
      limited.engine.sees = null
      expect(await from('203.0.113.1')).toBe(503)
      limited.engine.sees = CLEAN
      for (const last of [1, 2, 77]) expect(await from(`203.0.113.${last}`)).toBe(201)
      expect(await from('203.0.113.200')).toBe(429)
      expect(await from('203.0.114.1')).toBe(201)
      for (const last of [1, 2, 3]) expect(await from(`2001:db8:1:2::${last}`)).toBe(201)
      expect(await from('2001:db8:1:2:ffff::9')).toBe(429)
      expect(await from('2001:db8:1:3::1')).toBe(201)
      expect(waits.filter((seconds) => seconds > 80_000)).toHaveLength(2)
    } finally {
      await limited.app.dispose()
    }
  })
})

describe('what a page asks about one', () => {
  const read = ({ token }: { token: string }) => app.call(api.trials.read, { params: { token } })

  test('until when it is kept, as long as it is nobody’s', async () => {
    const trial = await tryPhoto(app.call, photo)
    expect(await read(trial)).toEqual({ expires_at: trial.expires_at })
    expect((await refusal(read({ token: 'x'.repeat(43) }))).status).toBe(404)
    await claim(await newPerson(app, { verified: false }), trial)
    expect((await refusal(read(trial))).status).toBe(404)
    const late = await tryPhoto(app.call, photo)
    await expire(late)
    expect((await refusal(read(late))).code).toBe('gone')
  })
})

describe('a claim', () => {
  test('makes one job at full size for one credit, however often it is made', async () => {
    const ada = await newPerson(app, { credits: 5 })
    const trial = await tryPhoto(app.call, photo)
    const answers = (await Promise.all([claim(ada, trial), claim(ada, trial)])) as Job[]
    const again = (await claim(ada, trial)) as Job
    expect(new Set([...answers, again].map(({ id }) => id)).size).toBe(1)
    const job = await waitForEnd(ada, again)
    expect(job).toMatchObject({ type: 'RB', status: 'S', images: [{ width: 1200, height: 900 }] })
    expect(await balanceOf(ada)).toMatchObject({ credits: 4 })
    expect((await ada.call(api.uploadedImages.list, { query: {} })).results).toHaveLength(1)
    // What it was tried with is an upload now, and nothing else.
    await app.context.trials.sweep()
    expect(await statusOf(trial.url)).toBe(404)
    await expectCleanBooks(app)
  })

  test('waits for the address, keeps the photo a day, and goes on without the page', async () => {
    const ben = await newPerson(app, { verified: false, credits: 5 })
    const trial = await tryPhoto(app.call, photo)
    const waiting = await claim(ben, trial)
    expect(waiting).toMatchObject({ status: 'waiting' })
    const left = Date.parse((waiting as { expires_at: string }).expires_at) - Date.now()
    expect(left).toBeGreaterThan(23 * 3_600_000)
    await app.context.trials.sweep()
    expect(await jobsOf(ben)).toBe(0)
    // The mail is opened on another device, where nobody knows the token.
    await app.context.accounts.setUser({ email: ben.email, verified: true })
    const { credits } = await balanceOf(ben)
    await app.context.trials.sweep()
    await expect.poll(() => jobsOf(ben)).toBe(1)
    await app.context.trials.sweep()
    expect(await jobsOf(ben)).toBe(1)
    const job = (await claim(ben, trial)) as Job
    expect((await waitForEnd(ben, job)).status).toBe('S')
    expect(await balanceOf(ben)).toEqual({ credits: credits - 1, credits_held: 0 })
  })

  test('is of one account, and of none once its time is over', async () => {
    const ada = await newPerson(app, { verified: false })
    const eve = await newPerson(app)
    const trial = await tryPhoto(app.call, photo)
    await claim(ada, trial)
    expect((await refusal(claim(eve, trial))).status).toBe(404)
    expect((await refusal(claim(eve, { token: 'x'.repeat(43) }))).status).toBe(404)
    await expire(trial)
    const late = await refusal(claim(ada, trial))
    expect([late.status, late.code]).toEqual([410, 'gone'])
    const unclaimed = await tryPhoto(app.call, photo)
    await expire(unclaimed)
    await app.context.trials.sweep()
    expect((await refusal(claim(eve, unclaimed))).status).toBe(410)
  })

  test('without credits keeps the photo, and is made when there are some', async () => {
    const poor = await newPerson(app, { credits: 0 })
    const trial = await tryPhoto(app.call, photo)
    expect((await refusal(claim(poor, trial))).status).toBe(402)
    await app.context.trials.sweep()
    expect((await rowOf(trial))!.removed_at).toBeNull()
    await transact(app.db, (tx) =>
      app.context.credits
        .writer(tx)
        .adjust({ userId: poor.id, amount: 2, externalId: 'more', text: 'Test' }),
    )
    expect(await claim(poor, trial)).toMatchObject({ type: 'RB' })
    // The upload of the first attempt is used.
    expect((await poor.call(api.uploadedImages.list, { query: {} })).results).toHaveLength(1)
  })

  test('is in the export of its owner', async () => {
    const ada = await newPerson(app, { verified: false })
    const trial = await tryPhoto(app.call, photo)
    await claim(ada, trial)
    const { trials } = await ada.call(api.account.export, {})
    expect(trials).toMatchObject([{ job: null }])
    expect(await statusOf(trials[0]!.url!)).toBe(200)
  })
})
