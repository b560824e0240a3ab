import { Writable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import { expect, test } from 'vitest'
import { requestLogger } from './request-logger.ts'

interface Line {
  level: number
  msg: string
  reqId?: string
  step?: number
}

function loggerAt(level: string): {
  logger: FastifyBaseLogger
  lines: Line[]
  children: () => number
} {
  const lines: Line[] = []
  const target = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(JSON.parse(line.toString()) as Line)
      done()
    },
  })
  let children = 0
  const log = pino({ level, onChild: () => (children += 1) }, target)
  return { logger: requestLogger(log, { reqId: 'r1' }), lines, children: () => children }
}

test('each line carries what the request is known by', () => {
  const { logger, lines, children } = loggerAt('trace')
  for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const) {
    logger[level]({ step: 1 }, `a ${level} line`)
  }
  expect(lines.map(({ msg, reqId, step }) => [msg, reqId, step])).toEqual(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace'].map((level) => [
      `a ${level} line`,
      'r1',
      1,
    ]),
  )
  expect(children()).toBe(1)
})

test('a line that is not written makes nothing', () => {
  const { logger, lines, children } = loggerAt('error')
  logger.debug('not seen')
  logger.info('not seen')
  logger.silent('never seen')
  expect([lines, children()]).toEqual([[], 0])
  expect(logger.level).toBe('error')
  logger.child({ step: 2 }).error('seen')
  expect(lines).toMatchObject([{ msg: 'seen', reqId: 'r1', step: 2 }])
})
