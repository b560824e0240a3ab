import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readStoreDescription } from '../store/retrieval-store.ts'
import { findThings } from './find-things.ts'

const store = (await readStoreDescription(
  join(import.meta.dirname, '../../../models/text-to-image'),
))!
const names = (search: string, language: 'en' | 'es', category: string | null = null) =>
  findThings(store, { search, language, category }).map(({ name }) => name)

test('things are found by names and keywords in both languages, and told in one', () => {
  expect(names('guitar', 'en')[0]).toBe('guitar')
  expect(names('guitarra', 'en')).toContain('guitar')
  expect(names('guitar', 'es')[0]).toBe('guitarra')
  expect(names('búho', 'es')[0]).toBe('búho')
  expect(names('grandma', 'en')).toContain('old woman')
  expect(names('zorblax', 'en')).toEqual([])
})

test('a category has its things alone, and each skin tone is not a thing of its own', () => {
  expect(names('', 'en', 'food')).toContain('pizza')
  expect(names('', 'en', 'food')).not.toContain('dog')
  const all = names('', 'en')
  expect(all.length).toBeGreaterThan(1700)
  expect(all.some((name) => /tone\d/.test(name))).toBe(false)
})
