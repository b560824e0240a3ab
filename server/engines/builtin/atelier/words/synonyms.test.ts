import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { replaceSynonyms } from './synonyms.ts'
import { loadRetrievalStore } from '../store/retrieval-store.ts'

const NAMES = {
  concepts: ['cat', 'hot dog', 'fire engine', 'crossed swords'].map((name) => ({ name })),
  otherWords: { dog: 'cat', 'fire truck': 'fire engine', fire: 'cat', sword: 'crossed swords' },
}

test.each([
  ['a fire truck on fire', 'a fire engine on cat'],
  ['two fire trucks', 'two fire engine'],
  ['hot dogs and a dog', 'hot dogs and a cat'],
  ['crossed swords', 'crossed swords'],
  ['', ''],
])('%s: %s', (said, known) => {
  const words = said.split(' ').filter((word) => word !== '')
  expect(replaceSynonyms(words, NAMES).join(' ')).toBe(known)
})

describe('the store of the built-in model', async () => {
  const folder = path.join(import.meta.dirname, '../../../../../models/text-to-image')
  const { concepts, otherWords, pictures, whites } = (await loadRetrievalStore(folder))!

  test('other words lead to things that it has, and none is the name of one', () => {
    const names = new Set(concepts.map(({ name }) => name))
    expect(Object.values(otherWords).filter((name) => !names.has(name))).toEqual([])
    expect(Object.keys(otherWords).filter((word) => names.has(word))).toEqual([])
  })

  test('other words are none of those that the evaluation asks for', async () => {
    const file = path.join(folder, 'evaluation/synonyms.json')
    const asked = Object.keys(JSON.parse(await readFile(file, 'utf8')) as object)
    expect(asked.length).toBe(60)
    expect(asked.filter((word) => otherWords[word] !== undefined)).toEqual([])
  })

  test('white things are of its pictures', () => {
    expect(whites.length).toBeGreaterThan(500)
    expect(Math.max(...whites)).toBeLessThan(pictures.length)
  })
})
