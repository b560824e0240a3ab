import { expect, test } from 'vitest'
import { readSubject } from './read-subject.ts'

const blue: [number, number, number] = [0, 0, 1]
const words = {
  styles: ['3d', 'flat'],
  concepts: [{ name: 'fire engine' }, { name: 'crossed swords' }, { name: 'dog' }],
  otherWords: { 'fire truck': 'fire engine', sword: 'crossed swords', 'german shepherd': 'dog' },
  emptyWords: ['a', 'an', 'the', 'of', 'to', 'picture', 'small'],
  colours: { blue, pink: blue, white: [1, 1, 1] as [number, number, number] },
  places: [{ words: 'on the grass', upper: blue, lower: blue, horizon: 0.6 }],
}
const read = (prompt: string) => {
  const { style, background, things } = readSubject(prompt, words)
  return [
    style,
    background?.words ?? null,
    ...things.map((readings) =>
      readings
        .map(({ words: told, head, count }) => `${count} ${told.join(' ')} / ${head.join(' ')}`)
        .join(' | '),
    ),
  ]
}
test.each([
  ['A picture of a red apple, 3D style', ['3d', null, '1 red apple / red apple']],
  ['two cats on a pink background', [null, ' on a pink background ', '2 cats / cats']],
  ['blue background dog flat style', ['flat', ' blue background ', '1 dog / dog']],
  ['a small house on the grass', [null, 'on the grass', '1 house / house']],
  ['an owl with a hat', [null, null, '1 owl hat / owl']],
  ['a dog and three stars', [null, null, '1 dog / dog', '3 stars / stars']],
  ['a cat next to a pair of shoes', [null, null, '1 cat / cat', '2 shoes / shoes']],
  ['five small owls', [null, null, '3 owls / owls']],
  ['a bear eating honey', [null, null, '1 bear eating honey / bear']],
  ['a flying bird', [null, null, '1 flying bird / flying bird']],
  ['three fire trucks', [null, null, '3 fire engine / fire engine']],
  ['crossed swords', [null, null, '1 crossed swords / crossed swords']],
  [
    'a sword and a German shepherd',
    [null, null, '1 crossed swords / crossed swords', '1 dog / dog'],
  ],
  [
    'a cat, highly detailed, 4k',
    [null, null, '1 cat / cat | 1 highly detailed / highly detailed | 1 4k / 4k'],
  ],
  ['best, a cat, two dogs', [null, null, '1 best / best | 1 cat / cat', '2 dogs / dogs']],
  ['a cat, a dog; an owl', [null, null, '1 cat / cat', '1 dog / dog', '1 owl / owl']],
  ['a cat, dark blue background', [null, ' blue background ', '1 cat / cat | 1 dark / dark']],
  ['a cat against a plain background', [null, '', '1 cat / cat']],
  ['the, of a', [null, null]],
])('%s', (prompt, expected) => {
  expect(read(prompt)).toEqual(expected)
})

test.each([
  ['a blue dog', 'blue'],
  ['two small pink cats', 'pink'],
  ['a pink', null],
  ['a dog on a pink background', null],
  ['a dog with a pink hat', null],
])('%s: is to be %s', (prompt, colour) => {
  expect(readSubject(prompt, words).things[0]![0]!.colour).toBe(colour)
})

test.each([
  ['a cat, isolated', true],
  ['a sticker of a cat', true],
  ['a cat on a transparent background', true],
  ['a cat, no background', true],
  ['a cat on a blue background, isolated', false],
  ['a cat, blurred background', false],
  ['a cat', false],
])('%s: on white, %s', (prompt, isOnWhite) => {
  expect(readSubject(prompt, words).background?.upper.join(',') === '1,1,1').toBe(isOnWhite)
})

test('a phrase is one thing as a whole too', () => {
  const { whole } = readSubject('woman and man holding hands', words)
  expect(whole).toMatchObject({ count: 1, words: ['woman', 'and', 'man', 'holding', 'hands'] })
})

test('a number above three may belong to a name', () => {
  const told = (prompt: string) => readSubject(prompt, words).named
  expect(told('a four leaf clover')).toMatchObject({ count: 1, words: ['four', 'leaf', 'clover'] })
  expect(told('two leaves')).toMatchObject({ count: 2, words: ['leaves'] })
})
