import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readEnvelope } from '#server/http/dev-telemetry/read-envelope.ts'
import { startErrorReports } from './error-reports.ts'
import { createLogger } from './log.ts'

interface Told {
  level: string
  extra: object
  logentry?: { message: string }
  message?: string
  exception?: {
    values: { type: string; value: string; stacktrace?: { frames: { function?: string }[] } }[]
  }
}

/** A service that takes reports, and what came. */
async function startService(status = 200) {
  const events: Told[] = []
  const keys: (string | undefined)[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      keys.push(new URL(request.url!, 'http://x').searchParams.get('sentry_key') ?? undefined)
      for (const { type, payload } of readEnvelope(Buffer.concat(chunks)))
        if (type === 'event') events.push(payload as Told)
      response.writeHead(status, status === 429 ? { 'retry-after': '60' } : {}).end('{}')
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { events, keys, dsn: `http://abc123@127.0.0.1:${port}/7` }
}

function startLog(dsn: string) {
  const reports = startErrorReports({ dsn, tunnel: null })
  const target = { write: () => true } as unknown as NodeJS.WritableStream
  return { reports, log: createLogger({ level: 'info', target, onError: reports.report }) }
}

test('errors of the log are told, with their stack and without people', async () => {
  const { events, keys, dsn } = await startService()
  const { reports, log } = startLog(dsn)
  function failHere(): Error {
    return new TypeError('no row for ada.l@example.org at https://a.example/share?key=secret')
  }
  log.warn({ err: new Error('not so bad') }, 'Slow')
  log.error(
    { err: failHere(), job: 'j1', userId: 'u1', token: 'hidden', path: '/reset?uid=3&token=4' },
    'A job failed',
  )
  log.fatal('The end')
  await reports.close()

  expect(keys).toEqual(['abc123', 'abc123'])
  const [failure, end] = events
  expect(failure).toMatchObject({
    level: 'error',
    logentry: { message: 'A job failed' },
    extra: { job: 'j1', token: '[redacted]', path: '/reset?…' },
  })
  expect(failure!.extra).not.toHaveProperty('userId')
  const [thrown] = failure!.exception!.values
  expect(thrown).toMatchObject({
    type: 'TypeError',
    value: 'no row for (email) at https://a.example/share?…',
  })
  expect(thrown!.stacktrace!.frames.at(-1)!.function).toBe('failHere')
  expect(end).toMatchObject({ level: 'fatal', message: 'The end' })
  expect(JSON.stringify(events)).not.toMatch(/ada\.l|secret|hidden/)
})

test('a storm of errors is not passed on, and the next minute is', async () => {
  const { events, dsn } = await startService()
  const { reports, log } = startLog(dsn)
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  for (let count = 0; count < 100; count++) log.error('The same again')
  vi.setSystemTime(1_700_000_060_000)
  log.error('Later')
  await reports.close()
  expect(events).toHaveLength(61)
  expect(events.at(-1)).toMatchObject({ message: 'Later' })
})

test.each([429, 500])('a service that answers %i does no harm', async (status) => {
  const { events, dsn } = await startService(status)
  const { reports, log } = startLog(dsn)
  log.error('One')
  await vi.waitFor(() => expect(events).toHaveLength(1))
  log.error('Two')
  await reports.close()
  // Who is asked to wait waits.
  expect(events.length).toBeLessThanOrEqual(2)
})

test('nor does one that is not there', async () => {
  const { reports, log } = startLog('http://abc123@127.0.0.1:9/7')
  log.error('Nobody hears')
  await expect(reports.close()).resolves.toBeUndefined()
})
