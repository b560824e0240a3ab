import { expect, test } from 'vitest'
import { createWaits } from './waits.ts'

const key = (id: string) => ({
  userId: 'u',
  key: { id, scopes: ['read' as const], callsPerMinute: 60 },
})

test('of one key 32 calls wait at once, and one that is over makes room once', () => {
  const enter = createWaits()
  const leaves = Array.from({ length: 32 }, () => enter(key('a')))
  expect(() => enter(key('a'))).toThrow('waiting')
  enter(key('b'))
  leaves[0]!()
  leaves[0]!()
  enter(key('a'))
  expect(() => enter(key('a'))).toThrow('waiting')
})
