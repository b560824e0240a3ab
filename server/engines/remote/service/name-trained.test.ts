import { expect, test } from 'vitest'
import type { LoraReference } from '../../spec/index.ts'
import { nameTrained } from './name-trained.ts'

const file = new Uint8Array([1])
const ada = (name: string, kind: 'person' | 'pet' | 'object' = 'person'): LoraReference => ({
  model: 'ada-1',
  weight: 1,
  file,
  learned: { name, kind },
})
const style: LoraReference = { model: 'ink-1', weight: 1, file }

test.each<[string, LoraReference[], string]>([
  ['Ada on the grass', [ada('Ada')], 'TOK person on the grass'],
  ['ADA with ada', [ada('Ada')], 'TOK person with TOK person'],
  // Adam is somebody else, and so is her whose name goes on.
  ['Adam and Adaé in a park', [ada('Ada')], 'TOK person, Adam and Adaé in a park'],
  ['a portrait', [ada('Ada')], 'TOK person, a portrait'],
  ['my cup (blue) on a shelf', [ada('my cup (blue)', 'object')], 'TOK on a shelf'],
  ['Rex runs', [ada('Rex', 'pet')], 'TOK pet runs'],
  ['a house', [style], 'a house, in the style of TOK'],
  ['a house', [{ model: 'film', weight: 1 }], 'a house'],
])('%s', (prompt, loras, expected) => {
  expect(nameTrained(prompt, loras)).toBe(expected)
})
