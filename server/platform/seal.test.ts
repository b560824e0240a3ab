import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const secret = randomBytes(32)
const place = { purpose: 'credentials', owner: 'a1111-1' }

test('a sealed text is read in its place only, and nothing of it shows', () => {
  const sealed = seal(secret, place, 'user:hunter2')
  expect(sealed.includes('hunter2')).toBe(false)
  expect(seal(secret, place, 'user:hunter2').equals(sealed)).toBe(false)
  expect(unseal(secret, place, sealed)).toBe('user:hunter2')
  expect(unseal(secret, { ...place, owner: 'a1111-2' }, sealed)).toBeNull()
  expect(unseal(secret, { ...place, purpose: 'other' }, sealed)).toBeNull()
  expect(unseal(randomBytes(32), place, sealed)).toBeNull()
})

test('a damaged one is not read', () => {
  const sealed = seal(secret, place, 'key')
  for (let i = 0; i < sealed.length; i++) {
    const damaged = Buffer.from(sealed)
    damaged[i]! ^= 1
    expect(unseal(secret, place, damaged)).toBeNull()
  }
  expect(unseal(secret, place, Buffer.alloc(3))).toBeNull()
})
