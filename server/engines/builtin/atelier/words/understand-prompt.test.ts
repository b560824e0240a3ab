import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { judgeSubjects } from '#tests/bench/subjects/judge-subjects.ts'
import { loadTokenizer } from '../../diffusion/tokenizer/load-tokenizer.ts'
import { readStoreDescription } from '../store/retrieval-store.ts'
import { suggestThings } from './suggest-things.ts'
import { understandPrompt } from './understand-prompt.ts'

const MODEL = join(import.meta.dirname, '../../../../../models/text-to-image')
const store = (await readStoreDescription(MODEL))!
const tokenizer = await loadTokenizer(MODEL)
const understand = (prompt: string) =>
  understandPrompt(prompt, store, (word) => tokenizer.unknownWords(word).length === 0)

/** What would be drawn: "2 x blue dog"; null if nothing is to be. */
function drawn(prompt: string): string[] | null {
  const { things, isMainUnknown } = understand(prompt)
  if (isMainUnknown) return null
  return things.map(({ concept, colour, count }) =>
    [count > 1 ? `${count} x` : '', colour ?? '', store.concepts[concept]!.name]
      .filter((word) => word !== '')
      .join(' '),
  )
}

test.each<[string, string[] | null]>([
  ['an old fisherman, dramatic lighting', null],
  ['a dog seen from behind', ['dog']],
  ['1girl, blue eyes', ['girl']],
  ['a neon sign that says OPEN', null],
  ['a family of four', ['family']],
  ['minimalist logo for a coffee shop', null],
  ['two foxes and a blue dog', ['2 x fox', 'blue dog']],
  ['a cat, a dog, an owl and a pig', ['cat', 'dog', 'owl']],
  ['a dog collar', null],
  ['a and a dog', ['dog']],
  ['a cat with no hat', ['cat']],
  ['not a dog but a cat', ['cat']],
  ['a cup with a straw', ['cup with straw']],
  ['a herd of cows', ['3 x cow']],
  ['a stack of paper', null],
  ['draw me a picture of a giraffe please', ['giraffe']],
  ['a logo with a crown', ['crown']],
  ['a buterfly', ['butterfly']],
  ['a key', ['key']],
  ['a fox, film grain', ['fox']],
  ['people dancing', null],
  ['ein roter Fuchs', null],
  ['駅のホーム', null],
])('%s', (prompt, expected) => {
  expect(drawn(prompt)).toEqual(expected)
})

describe('beside what is drawn', () => {
  test.each([
    ['an old fisherman on a skateboard', ['fisherman'], ['skateboard']],
    ['a fox with a hat in the snow, dramatic lighting', [], ['hat']],
    ['a happy fox, no people', ['happy'], []],
    ['a bird house', ['bird house'], []],
  ])('%s: not known, left out', (prompt, unknown, leftOut) => {
    expect(understand(prompt)).toMatchObject({ unknown, leftOut })
  })

  test('a place alone is a scene; words about images alone are nothing', () => {
    expect(understand('in the snow')).toMatchObject({ place: 'in the snow', isMainUnknown: false })
    expect(understand('4k, masterpiece')).toMatchObject({ isEmpty: true, isMainUnknown: true })
    expect(understand('')).toMatchObject({ isEmpty: true, isMainUnknown: false })
  })
})

test.each([
  ['an old fisherman on a skateboard', 'skateboard'],
  ['an old fisherman', 'fishing boat'],
  ['a coffee machine', 'coffee'],
  ['freedom', 'fox'],
])('%s: three things are suggested, among them %s', (prompt, one) => {
  const suggestions = suggestThings(understand(prompt), store)
  expect(suggestions).toContain(one)
  expect(new Set(suggestions).size).toBe(3)
  for (const name of suggestions) expect(drawn(name)).toHaveLength(1)
})

test.each(['held', 'later'] as const)(
  'of prompts by which the rules were not made (%s) few get a wrong subject and most get theirs',
  async (set) => {
    const { wrong, drawn: share, mistakes } = await judgeSubjects(set)
    expect(wrong, mistakes.join('\n')).toBeLessThanOrEqual(0.05)
    expect(share, mistakes.join('\n')).toBeGreaterThanOrEqual(0.9)
  },
)
