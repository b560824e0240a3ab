import { expect, test } from 'vitest'
import { parsePrompt } from '#contract/prompt-syntax.ts'
import { parseLoraTags } from '#contract/lora-tags.ts'
import { randomNumbers } from '#lib/random-numbers.ts'
import { drawWords } from './draw-words.ts'
import { parseTemplate } from './template.ts'

const LISTS: Record<string, string[]> = {
  animal: ['fox', '{red|gray} wolf', 'owl'],
  place: ['at sea', 'in __weather__'],
  weather: ['(snow:1.2)', 'fog'],
}

const draw = (text: string, seed: number, lists = LISTS) =>
  drawWords(parseTemplate(text), randomNumbers(seed), async (name) => lists[name]!)

async function all(text: string): Promise<string[]> {
  const drawn = new Set<string>()
  for (let seed = 0; seed < 300; seed += 1) drawn.add(await draw(text, seed))
  return [...drawn].toSorted()
}

test('every choice comes, also one in another and an empty one', async () => {
  expect(await all('a {red|{blue|green}|} fox')).toEqual([
    'a  fox',
    'a blue fox',
    'a green fox',
    'a red fox',
  ])
  expect(await all('__animal__ __place__')).toHaveLength(4 * 3)
})

test('what a seed draws never changes', async () => {
  const drawn = []
  for (const seed of [0, 1, 42, 4_294_967_295])
    drawn.push(await draw('{a|b|c|d} __animal__, {e|f|g|h}', seed))
  // People keep seeds with their prompts: these must go on to give these words.
  expect(drawn).toEqual(['b fox, e', 'c fox, g', 'c gray wolf, g', 'd fox, g'])
})

test.each([
  ['(a:1.3), [b], [c:d:0.4], ((e)) BREAK f'],
  ['[cow|horse] in a field'],
  ['<lora:my__style__v2:0.8> a fox'],
  ['a \\{b\\} \\(c\\)'],
  ['snake_case and ____ and a__b'],
])('%s stays as it is', async (text) => {
  expect(await draw(text, 7)).toBe(text)
})

test('the prompt syntax works inside of choices and around them', async () => {
  expect(await all('{[cow|horse]|(a:1.2)}')).toEqual(['(a:1.2)', '[cow|horse]'])
  expect(await all('[{a|b}|c]')).toEqual(['[a|c]', '[b|c]'])
  expect(await all('({a|b}:1.2)')).toEqual(['(a:1.2)', '(b:1.2)'])
  const tags = (await all('{<lora:x:0.5>|<lora:y:>} fox')).flatMap((text) => parseLoraTags(text))
  expect(tags.map(({ name }) => name).toSorted()).toEqual(['x', 'y'])
  expect(await draw('<lora:__l__:1>', 1, { l: ['ink'] })).toBe('<lora:ink:1>')
})

test('an escaped sign stays escaped, and is read as itself by what draws', async () => {
  const drawn = await draw('\\{a\\|b\\} \\__animal__', 1)
  expect(drawn).toBe('\\{a\\|b\\} \\__animal__')
  expect(parsePrompt(drawn)).toEqual([{ type: 'text', text: '{a|b} __animal__' }])
})

test.each(['{a', 'a}', '{a|{b}', '\\{a}', '{{{{{{a}}}}}}'])('%s is refused', (text) => {
  expect(() => parseTemplate(text)).toThrow(/brace|Brace/)
})

/** A random template, with brackets that fit. */
function randomTemplate(random: () => number, depth = 0): string {
  const pieces = [
    'a ',
    '\\{',
    '\\_',
    '_',
    '[b|c]',
    '(d:1.2)',
    '<lora:e__f__g:1>',
    '__animal__',
    '__place__',
    '\\\\',
  ]
  return Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
    if (depth < 3 && random() < 0.4)
      return `{${randomTemplate(random, depth + 1)}|${randomTemplate(random, depth + 1)}}`
    return pieces[Math.floor(random() * pieces.length)]!
  }).join('')
}

test('of any template: one seed, the same words; what was drawn, drawn again, stays', async () => {
  const random = randomNumbers(20_261_124)
  for (let round = 0; round < 2000; round += 1) {
    const text = randomTemplate(random)
    const seed = Math.floor(random() * 2 ** 32)
    const words = await draw(text, seed)
    expect([text, await draw(text, seed)]).toEqual([text, words])
    expect([text, await draw(words, seed + 1)]).toEqual([text, words])
  }
})

test('lists that multiply without end are refused in time', async () => {
  const lists = { a: ['__b__'.repeat(400)], b: ['__c__'.repeat(400)], c: ['{|}'] }
  await expect(draw('__a__', 1, lists)).rejects.toThrow('too many words')
})
