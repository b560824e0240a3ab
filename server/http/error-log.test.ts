import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { AppError, userError } from '#server/platform/errors.ts'
import { route } from '#server/platform/route.ts'
import { startHttp } from '#tests/support/http-app.ts'

const failing = (error: Error) =>
  route(
    endpoint({
      method: 'GET',
      path: '/api/fails/',
      access: 'anonymous',
      summary: 'fails',
      response: z.null(),
    }),
    async () => {
      throw error
    },
  )

/** @returns the answer to a call which throws `error`, and the records of `warn` and above that it leaves */
async function answerTo(error: Error, headers: Record<string, string> = {}) {
  const lines: string[] = []
  const target = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString())
      done()
    },
  })
  const app = await startHttp({
    log: pino({ level: 'warn' }, target),
    routes: [failing(error)],
    settings: { languages: ['en', 'es'] },
  })
  const answer = await app.inject({ url: '/api/fails/', headers })
  const records = lines.map(
    (line) => JSON.parse(line) as { level: number; msg: string; err?: object; reference?: string },
  )
  return { answer, records }
}

const recordsOf = async (error: Error) => (await answerTo(error)).records

test('a fault is logged with its stack', async () => {
  expect(await recordsOf(new Error('oh'))).toMatchObject([
    { level: 50, err: { message: 'oh', stack: expect.stringContaining('error-log.test') } },
  ])
})

test('a service that is not there is a line without a stack: anybody can ask for it', async () => {
  const records = await recordsOf(userError('provider_not_configured', 'Not set up'))
  expect(records).toMatchObject([{ level: 40, msg: 'Not set up' }])
  expect(records[0]).not.toHaveProperty('err')
})

test('what the caller did wrong is not logged', async () => {
  expect(await recordsOf(userError('conflict', 'Taken'))).toEqual([])
})

test('a database that is away is a 503 with Retry-After, and a line without a stack', async () => {
  const lost = [
    Object.assign(new Error('terminating connection due to unexpected postmaster exit'), {
      code: '57P01',
    }),
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new Error('Query read timeout'),
  ]
  for (const error of lost) {
    const app = await startHttp({ routes: [failing(error)] })
    const { statusCode, headers, body } = await app.inject({ url: '/api/fails/' })
    expect([error.message, statusCode, headers['retry-after']]).toEqual([error.message, 503, '5'])
    expect(headers['x-error-code']).toBe('unavailable')
    expect(body).not.toContain('terminat')
    const records = await recordsOf(error)
    expect(records).toMatchObject([{ level: 40, text: 'common.notAvailableNow' }])
    expect(records[0]).not.toHaveProperty('err')
  }
})

test.each([
  ['en', 'Something went wrong. Reference: '],
  ['es', 'Algo salió mal. Referencia: '],
])('what is only for the log is answered by a reference to it (%s)', async (language, text) => {
  // A period at its end does not make it a text for people.
  for (const message of ['No hold 4711', 'No hold 4711.']) {
    const error = new AppError('conflict', message, { userMessage: null })
    const { answer, records } = await answerTo(error, { 'x-page-url': `/${language}/pricing` })
    expect(records).toMatchObject([{ level: 50, msg: message }])
    const { reference } = records[0]!
    expect(reference).toMatch(/^[\da-f]{8}$/)
    expect([answer.statusCode, answer.json()]).toEqual([409, { detail: `${text}${reference}.` }])
  }
})

test('a full disk is a 503 with Retry-After, and stands in the log', async () => {
  const full = [
    Object.assign(new Error('could not extend file "base/1/2"'), { code: '53100' }),
    Object.assign(new Error('could not write to file: No space left on device'), { code: '58030' }),
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  ]
  for (const error of full) {
    const { answer, records } = await answerTo(error)
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '60'])
    expect(answer.body).not.toContain('extend')
    expect(records).toMatchObject([{ level: 50, msg: expect.stringContaining('The disk is full') }])
  }
})

test('every 503 has Retry-After', async () => {
  for (const code of ['unavailable', 'provider_not_configured'] as const) {
    const { answer } = await answerTo(userError(code, 'Not now.'))
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30'])
  }
})
