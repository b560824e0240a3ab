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
