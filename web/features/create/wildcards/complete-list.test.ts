import { expect, test } from 'vitest'
import { begunName, withList } from './complete-list.ts'

test.each([
  ['a __', ''],
  ['a __An', 'an'],
  ['a __my_an', 'my_an'],
  ['__a__', null],
  ['__a__ and __b', 'b'],
  ['__a____', ''],
  ['a _b', null],
])('before the cursor %s: %s', (before, begun) => {
  expect(begunName(before)).toBe(begun)
})

test('a name takes the place of what was begun of it', () => {
  expect(withList('an __an at sea', 7, 'animal')).toEqual({
    prompt: 'an __animal__ at sea',
    cursor: 13,
  })
  expect(withList('an ', 3, 'animal').prompt).toBe('an __animal__')
})
