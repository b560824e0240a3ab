import { expect, it } from 'vitest'
import { differencesOf, joinedOf } from './differences.ts'

it('names each field that differs, and both texts of it', () => {
  const saved = {
    title: 'A colleague’s',
    tags: ['one', 'two'],
    texts: { hero: { en: 'Hello', es: 'Hola' } },
    shots: [{ prompt: 'a fox', seed: null }],
    open: true,
  }
  const typed = {
    title: 'Mine',
    tags: ['one'],
    texts: { hero: { en: 'Hello', es: 'Buenas' } },
    shots: [
      { prompt: 'a fox', seed: 7 },
      { prompt: 'a hare', seed: null },
    ],
    open: true,
  }
  expect(differencesOf(saved, typed)).toEqual([
    { path: ['title'], saved: 'A colleague’s', typed: 'Mine' },
    { path: ['tags'], saved: 'one\ntwo', typed: 'one' },
    { path: ['texts', 'hero', 'es'], saved: 'Hola', typed: 'Buenas' },
    { path: ['shots', '1', 'seed'], saved: '', typed: '7' },
    { path: ['shots', '2', 'prompt'], saved: '', typed: 'a hare' },
  ])
  expect(differencesOf(saved, structuredClone(saved))).toEqual([])
})

it('names what is saved and was taken out here', () => {
  expect(differencesOf({ shots: ['a', 'b'], more: [{ a: 'x' }] }, { shots: [], more: [] })).toEqual(
    [
      { path: ['shots'], saved: 'a\nb', typed: '' },
      { path: ['more', '1', 'a'], saved: 'x', typed: '' },
    ],
  )
})

const BEGAN = {
  title: 'First',
  texts: { en: 'Hello', es: 'Hola' },
  tags: ['one'],
  name: 'Moon',
  address: 'A street',
}

it('puts only what was changed here into what is saved now', () => {
  const saved = {
    title: 'A colleague’s',
    texts: { en: 'Good day', es: 'Buenos días' },
    tags: ['one', 'two'],
    name: 'Sun',
    address: 'A square',
  }
  const typed = { ...BEGAN, texts: { en: 'Hello', es: 'Buenas' } }
  expect(joinedOf({ began: BEGAN, saved, typed })).toEqual({
    ...saved,
    texts: { en: 'Good day', es: 'Buenas' },
  })
  expect(joinedOf({ began: BEGAN, saved, typed: BEGAN })).toEqual(saved)
  // A list is not joined with another.
  expect(joinedOf({ began: BEGAN, saved, typed: { ...BEGAN, tags: ['three'] } }).tags).toEqual([
    'three',
  ])
})

it('takes fields that belong together from one of both', () => {
  const saved = { ...BEGAN, name: 'Sun', title: 'A colleague’s' }
  const typed = { ...BEGAN, address: 'A square' }
  const together = [['name', 'address']] as const
  expect(joinedOf({ began: BEGAN, saved, typed }, together)).toEqual({
    ...saved,
    name: 'Moon',
    address: 'A square',
  })
  expect(joinedOf({ began: BEGAN, saved, typed: BEGAN }, together)).toEqual(saved)
})
