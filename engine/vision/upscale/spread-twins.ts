import type { Planes } from './hold-to-picture.ts'

/** Pixels of the result along one of the picture's. */
const FACTOR = 4

/**
 * Mends the output of a network that enlarges by four and gives the two middle columns, and rows, of each pixel the same
 * colour, which shows as a grid on smooth areas: what both share is spread over them along the slope between the outer
 * two. A slope from one side to the other stays even, and what is flat stays flat.
 */
export function spreadTwins({ values, width, height }: Planes): void {
  const lines = 3 * height
  // Along rows: first pixels are four apart; along columns: as many rows are.
  for (let line = 0; line < lines; line++)
    for (let x = 0; x < width; x += FACTOR) spreadAt(values, line * width + x, 1)
  for (let top = 0; top < lines; top += FACTOR)
    for (let x = 0; x < width; x++) spreadAt(values, top * width + x, width)
}

function spreadAt(values: Float32Array, first: number, step: number): void {
  const second = first + step
  const third = second + step
  const slope = (values[third + step]! - values[first]!) / (FACTOR - 1)
  const middle = (values[second]! + values[third]!) / 2
  values[second] = middle - slope / 2
  values[third] = middle + slope / 2
}
