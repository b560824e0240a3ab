import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'
import type { AppError } from './errors.ts'
import { addressKey, createRateLimiter, type RateLimiter } from './rate-limit.ts'

let database: TestDatabase
let limiter: RateLimiter
beforeAll(async () => {
  database = await createTestDatabase()
  limiter = createRateLimiter(database.db)
})
afterAll(() => database.dispose())

describe('limits in the database', () => {
  test('many at once: exactly as many pass as allowed, over two processes', async () => {
    const limit = { name: 'race', points: 7, seconds: 60 }
    const other = createRateLimiter(database.db)
    const tries = Array.from({ length: 40 }, (_, i) => (i % 2 ? limiter : other).allows(limit, 'a'))
    const passed = (await Promise.all(tries)).filter(Boolean)
    expect(passed).toHaveLength(7)
    expect(await limiter.allows(limit, 'b')).toBe(true)
  })

  test('one too many is told how long to wait', async () => {
    const limit = { name: 'wait', points: 1, seconds: 60 }
    await limiter.consume(limit, 'x'.repeat(10_000))
    const refusal: unknown = await limiter
      .consume(limit, 'x'.repeat(10_000))
      .catch((e: unknown) => e)
    expect(refusal).toMatchObject({ code: 'throttled', status: 429 })
    const { retryAfterSeconds } = refusal as AppError
    expect(retryAfterSeconds).toBeGreaterThan(50)
    expect(retryAfterSeconds).toBeLessThanOrEqual(60)
  })

  test('what is given back does not count', async () => {
    const limit = { name: 'back', points: 1, seconds: 60 }
    for (let i = 0; i < 3; i += 1) {
      await limiter.consume(limit, 'a')
      await limiter.giveBack(limit, 'a')
    }
    expect(await limiter.allows(limit, 'a')).toBe(true)
    expect(await limiter.allows(limit, 'a')).toBe(false)
  })

  test('a window ends, and its row is swept', async () => {
    const limit = { name: 'short', points: 1, seconds: 1 }
    expect(await limiter.allows(limit, 'a')).toBe(true)
    expect(await limiter.allows(limit, 'a')).toBe(false)
    await new Promise((resolve) => setTimeout(resolve, 1050))
    expect(await limiter.allows(limit, 'a')).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 1050))
    await limiter.sweep()
    const { rows } = await database.db.pool.query(
      "select 1 from rate_limits where key like 'short%'",
    )
    expect(rows).toEqual([])
  })

  test('no address is stored as it is', async () => {
    await limiter.allows({ name: 'secret', points: 1, seconds: 60 }, 'person@example.com')
    const { rows } = await database.db.pool.query(
      "select 1 from rate_limits where key like '%person%'",
    )
    expect(rows).toEqual([])
  })
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key)
})
