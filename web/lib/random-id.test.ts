import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { randomId } from './random-id.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('is a UUID of version 4, another each time', () => {
  const ids = Array.from({ length: 200 }, () => randomId())
  expect(ids.filter((id) => !z.uuidv4().safeParse(id).success)).toEqual([])
  expect(new Set(ids).size).toBe(200)
})

test('needs nothing that a browser has under https only', () => {
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new Error('not here')
  })
  expect(randomId()).toHaveLength(36)
})
