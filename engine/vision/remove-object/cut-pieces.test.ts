import { expect, it } from 'vitest'
import { randomNumbers } from '#lib/random-numbers.ts'
import { preparePieces } from './cut-pieces.ts'
import { createLevel } from './level.ts'
import { placeAfter } from './moves.ts'
import { scatter } from './patch-field.ts'

it('offers a bounded number of moves where hardly anything can be copied', () => {
  const [width, height] = [110, 110]
  // All is hole but a square in a corner, which a move brings to a few pixels.
  const hole = Uint8Array.from({ length: width * height }, (_, at) =>
    Number(at % width >= 9 || at >= 9 * width),
  )
  const level = createLevel(
    { width, height, colours: new Float32Array(3 * hole.length), hole },
    hole,
  )
  const { inside, moves, chosen, nodeAt, usable } = preparePieces(
    level,
    scatter(level, randomNumbers(1)),
  )
  expect(moves).toHaveLength(96)
  expect(new Set(moves.map(({ right, down }) => `${right},${down}`)).size).toBe(96)
  expect(inside.length).toBeGreaterThan(1000)
  for (const [node, at] of inside.entries()) {
    expect(nodeAt[at]).toBe(node)
    expect(usable[placeAfter(level, at, moves[chosen[node]!]!)]).toBe(1)
  }
  const left = nodeAt.findIndex((node, at) => node < 0 && hole[at] === 1)
  expect(left).toBeGreaterThan(0)
})
