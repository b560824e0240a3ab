import { parseOptions } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import type { AppError } from '#server/platform/errors.ts'
import { createPasswordHasher } from './password-hasher.ts'
import { checkNewPassword } from './password-policy.ts'
import { siteOf } from './site.ts'

describe('hashing', () => {
  test('is argon2id with the recommended cost, salted', async () => {
    const hasher = createPasswordHasher()
    const [one, two] = await Promise.all([hasher.hash('same'), hasher.hash('same')])
    expect(one).not.toBe(two)
    expect(one).toMatch(/^\$argon2id\$/)
    expect(parseOptions(one)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    expect(await hasher.matches(one, 'same')).toBe(true)
    expect(await hasher.matches(one, 'Same')).toBe(false)
  })

  test.each([null, undefined])(
    'nothing matches where there is no password (%s)',
    async (stored) => {
      expect(await createPasswordHasher().matches(stored, '')).toBe(false)
    },
  )

  test('more than may wait are refused, and the rest still get their turn', async () => {
    const hasher = createPasswordHasher({ concurrency: 1, maxWaiting: 3 })
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => hasher.hash('x')))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    const refusal = results.find((result) => result.status === 'rejected')
    expect(refusal?.reason).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
    await expect(hasher.hash('later')).resolves.toBeTypeOf('string')
  })
})

describe('new passwords', () => {
  const judge = async (password: string, repeated = password) => {
    try {
      await checkNewPassword('password1', { password, repeated, email: 'person@example.com' })
    } catch (error) {
      return (error as AppError).fieldSentences
    }
    return null
  }

  test.each(['correct horse battery', '日本語のパスワード', 'x1!x1!x1!x1!x1', '            9'])(
    '%s will do',
    async (password) => {
      expect(await judge(password)).toBeNull()
    },
  )

  test.each([
    '12345678',
    'password',
    'PASSWORD1',
    'qwertyuiop',
    'iloveyou',
    'trustno1',
    'sunshine1',
  ])('%s is too common', async (password) => {
    expect(await judge(password)).toEqual({ password1: ['This password is too common.'] })
  })

  test('four pictographs are four characters', async () => {
    expect(await judge('😀😀😀😀')).toHaveProperty('password1')
  })

  test('every fault is named', async () => {
    expect(await judge('1234567', '7654321')).toEqual({
      password1: [
        'This password is too short. It must contain at least 8 characters.',
        'This password is too common.',
      ],
      password2: ["The two password fields didn't match."],
    })
  })
})

describe('links in mails', () => {
  test.each([
    ['evil.example', 'https://atelier.example', 'https://atelier.example'],
    ['evil.example', 'http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['easel.localhost:3000', 'http://localhost:3000', 'http://easel.localhost:3000'],
    ['easel.localhost:9', 'http://127.0.0.1:3000', 'http://easel.localhost:3000'],
    ['easel.localhost', 'https://atelier.example', 'https://atelier.example'],
    ['localhost:3000', 'http://127.0.0.1:3000', 'http://localhost:3000'],
    ['localhost:3000', 'https://atelier.example', 'https://atelier.example'],
    ['', 'https://atelier.example', 'https://atelier.example'],
    ['easel.localhost/../@evil.example', 'http://localhost:3000', 'http://localhost:3000'],
  ])('asked at %s with PUBLIC_URL %s they lead to %s', (host, publicUrl, origin) => {
    expect(siteOf(host, publicUrl).origin).toBe(origin)
  })
})
