import { expect, test } from 'vitest'
import { DatabaseAway, isDatabaseAway } from './away.ts'

const withCode = (code: string) => Object.assign(new Error('x'), { code })

test.each([
  ['ours', new DatabaseAway()],
  ['a connection that was refused', withCode('ECONNREFUSED')],
  ['a server that shuts down', withCode('57P01')],
  [
    'a pooler whose server was away a moment ago',
    Object.assign(withCode('08P01'), {
      message: 'server login has been failing, try again later (server_login_retry)',
    }),
  ],
  ['a connection that was lost', new Error('Connection terminated unexpectedly')],
  [
    'one that the queue waited for, as a plain object',
    { message: 'Connection terminated due to connection timeout (Queue: a, Worker: b)' },
  ],
  [
    'a pool that waited in vain, as a plain object',
    { message: 'timeout exceeded when trying to connect (Queue: a, Worker: b)' },
  ],
])('%s: away', (_name, error) => {
  expect(isDatabaseAway(error)).toBe(true)
})

test.each([
  ['a broken rule', withCode('23505')],
  [
    'a statement with a code, whatever it says',
    Object.assign(withCode('42601'), { message: 'timeout expired' }),
  ],
  [
    'a message that breaks the protocol',
    Object.assign(withCode('08P01'), { message: 'invalid message format' }),
  ],
  ['something else', new Error('no such job')],
  ['a text', 'Connection terminated'],
  ['nothing', null],
])('%s: not away', (_name, error) => {
  expect(isDatabaseAway(error)).toBe(false)
})
