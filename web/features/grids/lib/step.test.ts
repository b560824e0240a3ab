import { expect, test } from 'vitest'
import { step } from './step.ts'

const SIZE = { rows: 2, columns: 3 }
const press = (row: number, column: number, key: string, ctrlKey = false) =>
  step({ row, column }, { key, ctrlKey }, SIZE)

test('arrows go by one and stop at the edges', () => {
  expect(press(0, 0, 'ArrowRight')).toEqual({ row: 0, column: 1 })
  expect(press(0, 2, 'ArrowRight')).toEqual({ row: 0, column: 2 })
  expect(press(0, 1, 'ArrowDown')).toEqual({ row: 1, column: 1 })
  expect(press(1, 1, 'ArrowDown')).toEqual({ row: 1, column: 1 })
  expect(press(0, 0, 'ArrowUp')).toEqual({ row: 0, column: 0 })
  expect(press(1, 1, 'ArrowLeft')).toEqual({ row: 1, column: 0 })
})

test('Home and End go along the row, with Ctrl to the corners; other keys lead nowhere', () => {
  expect(press(1, 1, 'Home')).toEqual({ row: 1, column: 0 })
  expect(press(0, 1, 'End')).toEqual({ row: 0, column: 2 })
  expect(press(1, 2, 'Home', true)).toEqual({ row: 0, column: 0 })
  expect(press(0, 0, 'End', true)).toEqual({ row: 1, column: 2 })
  expect(press(0, 0, 'Enter')).toBeNull()
})
