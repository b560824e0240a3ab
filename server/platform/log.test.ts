import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { t } from '#server/texts/index.ts'
import { AppError } from './errors.ts'
import { createLogger, type LoggerOptions } from './log.ts'

/** What a logger writes. */
function capture(
  options: Partial<LoggerOptions>,
  act: (log: ReturnType<typeof createLogger>) => void,
): string {
  let text = ''
  const target = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString()
      done()
    },
  })
  act(createLogger({ level: 'info', target, ...options }))
  return text
}

it('writes short lines for people', () => {
  const text = capture({ pretty: true }, (log) => {
    log.warn({ job: 'j1', step: 3 }, 'Late')
    log.debug('unseen')
    log.error({ err: new Error('broken') }, 'Failed')
  })
  const [first, second, third] = text.split('\n')
  expect(first).toMatch(/^\d\d:\d\d:\d\d warn {2}Late {2}job=j1 {2}step=3$/)
  expect(second).toMatch(/error Failed$/)
  expect(third).toBe('Error: broken')
  expect(text).not.toContain('unseen')
})

it('writes JSON for machines', () => {
  const text = capture({ pretty: false }, (log) => log.info({ job: 'j1' }, 'Done'))
  expect(JSON.parse(text)).toMatchObject({ level: 30, job: 'j1', msg: 'Done' })
})

it.each([true, false])('cuts out secrets, pretty %s', (pretty) => {
  const text = capture({ pretty }, (log) => {
    log.info({ password: 'SECRET', key: 'SECRET' }, 'flat')
    log.info(
      { headers: { authorization: 'Token SECRET', cookie: 'accessToken=SECRET' } },
      'one down',
    )
    log.info({ req: { headers: { 'x-xsrf-token': 'SECRET', 'set-cookie': 'SECRET' } } }, 'two down')
    log.info({ body: { new_password1: 'SECRET', access_token: 'SECRET' } }, 'body')
  })
  expect(text).not.toContain('SECRET')
  expect(text).toContain('[redacted]')
})

it('names the text of an error, which is no secret', () => {
  const text = capture({ pretty: false }, (log) => {
    const error = new AppError('not_found', 'No job j1', { userMessage: t('common.required') })
    log.error({ err: error }, 'Failed')
  })
  expect(JSON.parse(text)).toMatchObject({ err: { userMessage: { key: 'common.required' } } })
})
