import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { AppError } from '#server/platform/errors.ts'
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

/** @returns the records of `warn` and above that a call which throws `error` leaves */
async function recordsOf(error: Error) {
  const lines: string[] = []
  const target = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString())
      done()
    },
  })
  const app = await startHttp({ log: pino({ level: 'warn' }, target), routes: [failing(error)] })
  await app.inject({ url: '/api/fails/' })
  return lines.map((line) => JSON.parse(line) as { level: number; msg: string; err?: object })
}

test('a fault is logged with its stack', async () => {
  expect(await recordsOf(new Error('oh'))).toMatchObject([
    { level: 50, err: { message: 'oh', stack: expect.stringContaining('error-log.test') } },
  ])
})

test('a service that is not there is a line without a stack: anybody can ask for it', async () => {
  const records = await recordsOf(new AppError('provider_not_configured', 'Not set up'))
  expect(records).toMatchObject([{ level: 40, msg: 'Not set up' }])
  expect(records[0]).not.toHaveProperty('err')
})

test('what the caller did wrong is not logged', async () => {
  expect(await recordsOf(new AppError('conflict', 'Taken'))).toEqual([])
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
    expect(records).toMatchObject([{ level: 40 }])
    expect(records[0]).not.toHaveProperty('err')
  }
})
