import { expect, it } from 'vitest'
import { type Masks, pressObject, type SelectedObject } from './press-object.ts'

/** Cells of a row of ten; an object is its half of the row, less the cells that do not belong to it. */
type Cells = ReadonlySet<number>

const cellOf = ({ x }: { x: number }): number => Math.min(9, Math.floor(10 * x))
const asked: number[] = []
const masks: Masks<Cells> = {
  async ask(places) {
    asked.push(places.length)
    const half = Math.floor(cellOf(places[0]!) / 5)
    const gone = new Set(places.filter(({ part }) => !part).map(cellOf))
    return new Set([0, 1, 2, 3, 4].map((cell) => 5 * half + cell).filter((one) => !gone.has(one)))
  },
  isIn: (mask, place) => mask.has(cellOf(place)),
  without: (mask, other) => new Set([...mask].filter((cell) => !other.has(cell))),
}
const press = (x: number, erase: boolean, objects: readonly SelectedObject<Cells>[]) =>
  pressObject({ x, y: 0.5 }, erase, objects, masks)

it('selects an object, and takes of it what is pressed on then', async () => {
  const first = await press(0.05, false, [])
  expect([...first.mask]).toEqual([0, 1, 2, 3, 4])
  const second = await press(0.25, true, first.objects)
  expect([...second.mask]).toEqual([2])
  const third = await press(0.35, true, second.objects)
  expect([...third.mask]).toEqual([3])
  expect(asked).toEqual([1, 2, 3])
})

it('takes all of an object that no press selected', async () => {
  const { objects } = await press(0.05, false, [])
  const other = await press(0.75, true, objects)
  expect([...other.mask]).toEqual([5, 6, 7, 8, 9])
  expect(other.objects).toEqual(objects)
})

it('goes on from the press before where one is taken back', async () => {
  const first = await press(0.05, false, [])
  await press(0.25, true, first.objects)
  // Undone, and pressed at the same place: it takes the same, not all that is selected.
  const again = await press(0.25, true, first.objects)
  expect([...again.mask]).toEqual([2])
  // Selecting itself undone: nothing is remembered of it.
  expect([...(await press(0.25, true, [])).mask]).toEqual([0, 1, 2, 3, 4])
})

it('presses at the edge where somebody points beside the picture', async () => {
  const { objects } = await press(1.2, false, [])
  expect(objects[0]!.places).toEqual([{ x: 1, y: 0.5, part: true }])
})
