import { describe, expect, it } from 'vitest'
import { apply, sizeAfter, straightScale } from './apply.ts'
import {
  assetsOf,
  type EditorDocument,
  newDocument,
  type Operation,
  type TextLayer,
} from './document.ts'
import {
  canRedo,
  canUndo,
  excess,
  fold,
  MOST_OPERATIONS,
  push,
  redo,
  stateOf,
  undo,
} from './history.ts'
import { readDocument } from './read-document.ts'

const SIZE = { width: 300, height: 200 }
const start = newDocument('base', 'photo', SIZE)
const text = (changes: Partial<TextLayer> = {}): Operation => ({
  kind: 'text',
  layer: {
    id: 'a',
    text: 'Hi',
    x: 30,
    y: 40,
    size: 20,
    color: '#ffffff',
    bold: false,
    rotation: 0,
    ...changes,
  },
})
const BOX: Operation = { kind: 'rectangle', erase: false, box: { x: 1, y: 2, width: 3, height: 4 } }

/** Operations of every kind in an order that follows from a number. */
function someOperations(seed: number, count: number): Operation[] {
  let state = seed
  const next = (most: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
  const makers: (() => Operation)[] = [
    () => BOX,
    () => ({
      kind: 'brush',
      erase: next(2) === 1,
      size: 9,
      points: [{ x: next(90), y: next(90) }],
    }),
    () => ({ kind: 'object', erase: next(2) === 1, asset: `object-${next(9)}` }),
    () => ({ kind: 'invert' }),
    () => ({ kind: 'clear' }),
    () => ({ kind: 'turn', quarters: (1 + next(3)) as 1 | 2 | 3 }),
    () => ({ kind: 'flip', axis: 'across' }),
    () => ({ kind: 'straighten', degrees: next(40) - 20 }),
    () => ({ kind: 'resize', width: 50 + next(200), height: 50 + next(200) }),
    () => ({ kind: 'crop', box: { x: 0, y: 0, width: 20 + next(20), height: 20 + next(20) } }),
    () => ({ kind: 'levels', black: next(50), white: 255, gamma: 1 }),
    () => ({
      kind: 'extend',
      asset: `e${next(99)}`,
      padding: { left: 8 * next(4), top: 0, right: 0, bottom: 8 },
    }),
    () => ({ kind: 'paste', asset: `p${next(99)}`, box: { x: 0, y: 0, width: 9, height: 9 } }),
    () => text({ id: String(next(3)), x: next(99) }),
    () => ({ kind: 'remove-text', id: String(next(3)) }),
  ]
  return Array.from({ length: count }, () => makers[next(makers.length)]!())
}

const doAll = (operations: readonly Operation[]): EditorDocument =>
  operations.reduce((document, operation) => push(document, operation), start)

describe('the history of a document', () => {
  it.each([1, 2, 3, 4, 5, 6])('goes back and forth to the very same states (%i)', (seed) => {
    const operations = someOperations(seed, 40)
    const states = [stateOf(start)]
    let document = start
    for (const operation of operations) {
      document = push(document, operation)
      states.push(stateOf(document))
    }
    for (const state of states.toReversed()) {
      expect(stateOf(document)).toEqual(state)
      document = undo(document)
    }
    expect([canUndo(document), canRedo(document)]).toEqual([false, true])
    expect(undo(document)).toBe(document)
    for (const state of states) {
      expect(stateOf(document)).toEqual(state)
      document = redo(document)
    }
    expect(canRedo(document)).toBe(false)
  })

  it('forgets what was taken back once something else is done', () => {
    const document = push(undo(doAll([BOX, { kind: 'invert' }])), { kind: 'clear' })
    expect(document.operations.map(({ kind }) => kind)).toEqual(['rectangle', 'clear'])
    expect(canRedo(document)).toBe(false)
  })

  it('takes letters of one text together, and nothing else', () => {
    const typed = push(doAll([text()]), text({ text: 'Hi!' }), { merged: true })
    expect(typed.operations).toEqual([text({ text: 'Hi!' })])
    const other = push(typed, text({ id: 'b' }), { merged: true })
    expect(other.operations).toHaveLength(2)
  })

  it.each([1, 2, 3])('folds its oldest part without a change of what is seen (%i)', (seed) => {
    const whole = doAll(someOperations(seed, 30))
    for (const count of [1, 12, 30]) {
      const folded = fold(whole, count, 'new')
      const [before, after] = [stateOf(whole), stateOf(folded)]
      expect({ ...after, pixels: [] }).toEqual({ ...before, pixels: [] })
      expect(before.pixels.slice(-after.pixels.length || before.pixels.length)).toEqual(
        after.pixels,
      )
      expect(folded).toMatchObject({ base: { asset: 'new' }, done: 30 - count })
    }
  })

  it('folds what is beyond 200 steps or 256 MB, and never what was taken back', () => {
    const many = doAll(Array.from({ length: MOST_OPERATIONS + 3 }, () => BOX))
    expect(excess(many, () => 0)).toBe(3)
    const heavy = doAll(
      ['a', 'b', 'c'].map((asset) => ({
        kind: 'paste',
        asset,
        box: { x: 0, y: 0, width: 1, height: 1 },
      })),
    )
    expect(excess(heavy, () => 2 ** 27)).toBe(1)
    expect(excess(heavy, () => 2 ** 20)).toBe(0)
    expect(excess({ ...heavy, done: 0 }, () => 2 ** 29)).toBe(0)
  })
})

describe('a step', () => {
  it('changes the size, moves the texts and ends the selection', () => {
    const state = stateOf(doAll([text(), BOX]))
    expect(state.selection).toEqual([BOX])
    const cropped = apply(state, { kind: 'crop', box: { x: 10, y: 20, width: 100, height: 50 } })
    expect(cropped).toMatchObject({
      width: 100,
      height: 50,
      selection: [],
      texts: [{ x: 20, y: 20 }],
    })
    const padding = { left: 8, top: 16, right: 24, bottom: 0 }
    expect(apply(state, { kind: 'extend', asset: 'x', padding })).toMatchObject({
      width: 332,
      height: 216,
      texts: [{ x: 38, y: 56 }],
    })
    expect(apply(state, { kind: 'resize', width: 600, height: 400 })).toMatchObject({
      texts: [{ x: 60, y: 80, size: 40 }],
    })
    const turned = apply(state, { kind: 'turn', quarters: 1 })
    expect(turned).toMatchObject({ width: 200, height: 300, texts: [{ rotation: 90 }] })
    expect([turned.texts[0]!.x, turned.texts[0]!.y].map(Math.round)).toEqual([160, 30])
  })

  it('of four quarters brings all back', () => {
    const first = stateOf(doAll([text()]))
    let state = first
    for (let i = 0; i < 4; i++) state = apply(state, { kind: 'turn', quarters: 1 })
    expect(state).toMatchObject({ width: 300, height: 200 })
    expect(state.texts[0]!.x).toBeCloseTo(30)
    expect(state.texts[0]!.rotation).toBe(0)
  })

  it.each([-45, -7, 0, 0.5, 12, 45])('of %f degrees stays within the turned image', (degrees) => {
    const { width, height } = sizeAfter(SIZE, { kind: 'straighten', degrees })
    expect(width / height).toBeCloseTo(1.5, 1)
    const angle = (degrees * Math.PI) / 180
    // A corner of what is left, seen from the image before it was turned.
    for (const [x, y] of [
      [width / 2, height / 2],
      [-width / 2, height / 2],
    ] as const) {
      expect(Math.abs(x * Math.cos(angle) + y * Math.sin(angle))).toBeLessThanOrEqual(150.01)
      expect(Math.abs(y * Math.cos(angle) - x * Math.sin(angle))).toBeLessThanOrEqual(100.01)
    }
    expect(straightScale(SIZE, degrees)).toBeLessThanOrEqual(1)
  })
})

describe('what was kept', () => {
  it('is read as it was written, or not at all', () => {
    const document = doAll(someOperations(9, 20))
    const written: unknown = JSON.parse(JSON.stringify(document))
    expect(readDocument(written)).toEqual({ kind: 'known', document })
    const paste = { kind: 'paste', asset: 'p', box: { x: 0, y: 0, width: 1, height: 1 } }
    const withPixels = { ...paste, box: { ...paste.box, data: new Uint8ClampedArray(4) } }
    const kept = { ...document, operations: [withPixels], done: 1 }
    expect(readDocument(kept)).toEqual({
      kind: 'known',
      document: { ...document, operations: [paste], done: 1 },
    })
    expect(readDocument({ ...document, version: 2 })).toEqual({ kind: 'unknown', version: 2 })
    for (const broken of [
      null,
      'x',
      {},
      { ...document, done: 99 },
      { ...document, base: null },
      { ...document, operations: [1] },
      { ...document, pending: 3 },
    ])
      expect(readDocument(broken)).toBeNull()
  })

  it('needs the files of what was selected by a press, also once that cannot be taken back', () => {
    const object: Operation = { kind: 'object', erase: false, asset: 'object' }
    const pressed = push(start, object)
    expect(stateOf(pressed).selection).toEqual([object])
    const folded = fold(pressed, 1, 'folded')
    expect(folded.operations).toEqual([])
    expect([...assetsOf(folded)].toSorted()).toEqual(['folded', 'object'])
    expect([...assetsOf(undo(pressed))].toSorted()).toEqual(['base', 'object'])
  })

  it('names the files that it needs', () => {
    const document: EditorDocument = {
      ...doAll([
        { kind: 'paste', asset: 'p', box: { x: 0, y: 0, width: 1, height: 1 } },
        { kind: 'extend', asset: 'e', padding: { left: 8, top: 0, right: 0, bottom: 0 } },
      ]),
      pending: { job: 'j', kind: 'paste', box: { x: 0, y: 0, width: 1, height: 1 }, mask: 'm' },
    }
    expect([...assetsOf(document)].toSorted()).toEqual(['base', 'e', 'm', 'p'])
  })
})
