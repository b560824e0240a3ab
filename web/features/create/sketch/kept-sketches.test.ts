import { expect, test } from 'vitest'
import { keepSketch, readSketch } from './kept-sketches.ts'
import type { ColorStroke } from './sketch-painting.ts'

/** @param room characters of all values together */
function makeStorage(room = Infinity): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    clear: () => items.clear(),
    key: (at) => [...items.keys()][at] ?? null,
    getItem: (key) => items.get(key) ?? null,
    removeItem: (key) => void items.delete(key),
    setItem(key, value) {
      if (value.length > room) throw new DOMException('', 'QuotaExceededError')
      items.set(key, value)
    },
  }
}

const stroke = (color: string, points = [{ x: 1.5, y: 2 }]): ColorStroke => ({
  kind: 'stroke',
  erase: false,
  size: 8,
  color,
  points,
})

test('strokes come back in their order, to half a pixel and without standing still', () => {
  const storage = makeStorage()
  const line = stroke('#e03131', [
    { x: 0.2, y: 10.3 },
    { x: 0.1, y: 10.4 },
    { x: 7, y: 3.5 },
  ])
  const eraser = { ...stroke('#000000'), erase: true }
  expect(keepSketch('a', [line, eraser], storage)).toBe(true)
  const points = [
    { x: 0, y: 10.5 },
    { x: 7, y: 3.5 },
  ]
  expect(readSketch('a', storage)).toEqual([{ ...line, points }, eraser])
})

test('what was cleared is not kept', () => {
  const storage = makeStorage()
  keepSketch('a', [stroke('#111111'), { kind: 'clear' }, stroke('#222222')], storage)
  expect(readSketch('a', storage)).toEqual([stroke('#222222')])
})

test('the last four sketches are kept, and none is found under another id', () => {
  const storage = makeStorage()
  for (const id of ['a', 'b', 'c', 'd', 'e']) keepSketch(id, [stroke('#111111')], storage)
  expect(readSketch('a', storage)).toEqual([])
  expect(readSketch('b', storage)).toHaveLength(1)
  expect(readSketch(null, storage)).toEqual([])
})

test('where the browser is full, earlier sketches make room; what does not fit at all is said', () => {
  const storage = makeStorage(200)
  expect(keepSketch('a', [stroke('#111111')], storage)).toBe(true)
  const long = stroke(
    '#222222',
    Array.from({ length: 12 }, (_, x) => ({ x, y: x })),
  )
  expect(keepSketch('b', [long], storage)).toBe(true)
  expect(readSketch('a', storage)).toEqual([])
  expect(readSketch('b', storage)).toEqual([long])
  expect(keepSketch('c', [long, long, long], storage)).toBe(false)
  expect(readSketch('b', storage)).toEqual([long])
})

test('what something else wrote is no sketch', () => {
  const storage = makeStorage()
  storage.setItem('create-sketches', 'nonsense')
  expect(readSketch('a', storage)).toEqual([])
  expect(keepSketch('a', [stroke('#111111')], storage)).toBe(true)
})
