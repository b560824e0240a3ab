import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { ERROR_CODE_HEADER } from '#contract/errors.ts'
import type { Statement } from '#contract/credits.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Job } from '#contract/inference-jobs.ts'
import LINES from '#server/domains/credits/testing/lines-before-texts.json' with { type: 'json' }
import { nameBatch, nameOldLines } from '#server/domains/credits/name-old-lines.ts'
import { EngineError } from '#server/engines/spec/index.ts'
import { inEnglish, t } from '#server/texts/index.ts'
import { sayEvent } from './say-in-language.ts'
import { openEventStream } from '#tests/support/event-stream.ts'
import { SMALL, startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let engine: Awaited<ReturnType<typeof startGenerationApp>>['engine']
let person: TestPerson
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp(
    {},
    { env: { LANGUAGES: 'en,es', ROLES: 'web,worker' } },
  ))
  person = await newPerson(app, { credits: 20 })
})
afterAll(() => app.dispose())

/** Calls from a page. */
async function callFrom(page: string, method: 'GET' | 'POST', url: string, payload?: object) {
  const answer = await app.context.http!.inject({
    method,
    url,
    headers: { 'x-page-url': `${app.url}${page}`, authorization: `Token ${person.token}` },
    ...(payload && { payload }),
  })
  return { code: answer.headers[ERROR_CODE_HEADER.toLowerCase()], body: answer.json<unknown>() }
}

test('a failed call answers in the language of the page, with the same code', async () => {
  const login = { email: person.email, password: 'wrong' }
  for (const [page, message] of [
    ['/login', 'Unable to log in with provided credentials.'],
    ['/es/login', 'No se pudo iniciar sesión con el correo y la contraseña que ingresaste.'],
  ] as const) {
    expect(await callFrom(page, 'POST', api.accounts.login.path, login)).toEqual({
      code: 'invalid',
      body: { non_field_errors: [message] },
    })
  }
  expect(await callFrom('/es', 'GET', '/api/nothing/')).toEqual({
    code: 'not_found',
    body: { detail: 'No encontrado.' },
  })
})

test('so do the messages of fields', async () => {
  const wrong = { ...SMALL, type: 'TTI', prompt: '', num_images: 0, seed: 'x', colour: 'red' }
  const { body } = await callFrom('/es', 'POST', api.inferenceJobs.create.path, wrong)
  expect(body).toEqual({
    prompt: ['Este campo no puede estar vacío.'],
    seed: ['Se necesita un número entero válido.'],
    num_images: ['Asegúrate de que este valor sea mayor o igual que 1.'],
    colour: ['Campo desconocido.'],
  })
})

test('what a success says of prices, plans and credits is in it as well, and nothing else is', async () => {
  const request = { ...SMALL, type: 'TTI', num_images: 2 }
  const quote = await callFrom('/es', 'POST', api.quotes.create.path, request)
  expect(quote.body).toMatchObject({
    lines: [{ label: '2 imágenes, 64 x 64, 1 crédito c/u', amount: 2 }],
  })
  const { body: offers } = await callFrom('/es/pricing', 'GET', api.plans.list.path)
  const [basic] = (offers as Answer<typeof api.plans.list>).plans
  expect(basic!.plan_name).toBe('Basic')
  expect(basic!.features[0]!.feature).toBe('{{2000}} créditos cada mes')
  const { lines } = await person.call(api.quotes.create, { body: { ...SMALL, type: 'TTI' } })
  expect(lines[0]!.label).toBe('1 image, 64 x 64, 1 credit each')
})

test('a stream of events is in the language of its page', async () => {
  const why = 'The model gave no answer in time.'
  engine.script = async () => {
    throw new EngineError('engine_failed', 'told to', { retryable: false, userMessage: why })
  }
  const referer = `${app.url}/es/text-to-image`
  const stream = await openEventStream(app, { token: person.token, headers: { referer } })
  const job = await submit(person)
  const ended = await stream.waitFor(
    ({ event, data }) => event === 'job' && (data as Job).status === 'FL',
  )
  expect((ended.data as Job).error?.message).toBe('El modelo no respondió a tiempo.')
  stream.close()
  expect((await waitForEnd(person, job)).error?.message).toBe(why)
  const { body } = await callFrom('/es', 'GET', `/api/inference_jobs/${job.id}/`)
  expect(body).toMatchObject({ error: { message: 'El modelo no respondió a tiempo.' } })
  const { body: statement } = await callFrom('/es', 'GET', api.credits.statement.path)
  expect((statement as Statement).results.map(({ text }) => text)).toEqual([
    'Sin entregar: creación de imágenes',
    'Creación de imágenes',
    // Written by somebody.
    'Test',
    expect.stringMatching(/^Créditos gratis de \w+ de \d{4}$/),
  ])
})

test('why a job failed reads the same by a row of before texts and by one of now', async () => {
  const values = { width: 64, height: 64, otherWidth: 32, otherHeight: 48 }
  engine.script = async () => {
    const userMessage = t('engines.maskSize', values)
    throw new EngineError('unsupported', 'told to', { retryable: false, userMessage })
  }
  const job = await waitForEnd(person, await submit(person))
  const english = 'The mask is 64 x 64, the image 32 x 48.'
  const before = { code: 'unsupported', message: english }
  const now = { ...before, text: { key: 'engines.maskSize', values } }
  const ownRow = app.db.kysely.updateTable('inference_jobs').where('id', '=', job.id)
  const { data } = await app.db.kysely
    .selectFrom('user_events')
    .select('data')
    .where('user_id', '=', person.id)
    .where('event', '=', 'job')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  expect(data).toMatchObject({ id: job.id, error: now })
  expect(await ownRow.set({ attempt: 1 }).returning('error').execute()).toEqual([{ error: now }])
  for (const stored of [now, before]) {
    await ownRow.set({ error: JSON.stringify(stored) }).execute()
    for (const [page, message] of [
      ['/', english],
      ['/es', 'La máscara mide 64 x 64; la imagen, 32 x 48.'],
    ] as const) {
      const { body } = await callFrom(page, 'GET', `/api/inference_jobs/${job.id}/`)
      expect((body as Job).error).toEqual({ ...before, message })
    }
  }
})

test('lines of the statement from before texts read as they did, before and after they are named', async () => {
  const { id: userId, token } = await newPerson(app, { credits: 0 })
  const textsOf = async (page: string) => {
    const answer = await app.context.http!.inject({
      method: 'GET',
      url: `${api.credits.statement.path}?limit=100`,
      headers: { 'x-page-url': `${app.url}${page}`, authorization: `Token ${token}` },
    })
    return answer.json<Statement>().results.map(({ text }) => text)
  }
  const before = await textsOf('/es')
  const { kysely } = app.db
  for (const [at, [text]] of LINES.entries())
    await sql`
      insert into credit_entries (user_id, kind, external_id, amount, balance_after, text, created_at)
      values (${userId}, 'grant', ${`old:${at}`}, 0, 0, ${text}, now())`.execute(kysely)
  const spanish = [...LINES.map(([, text]) => text).toReversed(), ...before]
  const english = LINES.map(([text]) => text).toReversed()
  const expectSame = async () => {
    expect(await textsOf('/es')).toEqual(spanish)
    expect((await textsOf('/')).slice(0, english.length)).toEqual(english)
  }
  const unnamed = async () => {
    const { rows } = await sql`select from credit_entries where said is null`.execute(kysely)
    return rows.length
  }
  await expectSame()
  // One batch, as of a process that ended then, and later two processes at once.
  expect(await nameBatch(app.db, 7)).toBe(7)
  expect(await unnamed()).toBeGreaterThan(0)
  await expectSame()
  await Promise.all([nameOldLines(app.db, 5), nameOldLines(app.db, 7)])
  expect(await unnamed()).toBe(0)
  await expectSame()
  const { rows } = await sql<{ text: string }>`
    select text, said from credit_entries
    where user_id = ${userId} and said = 'null' order by text`.execute(kysely)
  expect(rows.map(({ text }) => text)).toEqual(['Test', 'What the operator wrote'])
  const change = sql`update credit_entries set said = '{"key":"x"}' where user_id = ${userId}`
  await expect(change.execute(kysely)).rejects.toThrow(/only grows/)
  const other = sql`update credit_entries set said = null, text = 'x' where user_id = ${userId}`
  await expect(other.execute(kysely)).rejects.toThrow(/only grows/)
})

test('a notice has its English sentences beside the texts, and goes out as sentences alone', () => {
  const [title, message] = [
    t('credits.freeCredits'),
    t('credits.freeComeAll', { count: 40, day: { day: '2026-11-06' } }),
  ]
  const english = { title: inEnglish(title), message: inEnglish(message) }
  const stored = JSON.stringify({ ...english, texts: { title, message } })
  expect(JSON.parse(sayEvent('notice', stored, 'en'))).toEqual(english)
  const spanish = JSON.parse(sayEvent('notice', stored, 'es')) as object
  expect(spanish).toEqual({
    title: 'Créditos gratis',
    message: expect.stringContaining('6 nov 2026'),
  })
  expect(JSON.parse(sayEvent('notice', JSON.stringify(english), 'es'))).toEqual(english)
})
