import type { PixelStep } from '../document/document.ts'

export type Levels = Omit<Extract<PixelStep, { kind: 'levels' }>, 'kind'>

export const NO_LEVELS: Levels = { black: 0, white: 255, gamma: 1 }

/** What each value of a channel becomes: black to 0, white to 255, between them by the exponent 1 / gamma. */
export function levelsTable({ black, white, gamma }: Levels): Uint8ClampedArray {
  const span = Math.max(1, white - black)
  return Uint8ClampedArray.from({ length: 256 }, (_, value) => {
    const share = Math.min(1, Math.max(0, (value - black) / span))
    return 255 * share ** (1 / gamma)
  })
}

/** Changes red, green and blue in place. */
export function applyLevels(data: Uint8ClampedArray, levels: Levels): void {
  const table = levelsTable(levels)
  for (let at = 0; at < data.length; at += 4) {
    data[at] = table[data[at]!]!
    data[at + 1] = table[data[at + 1]!]!
    data[at + 2] = table[data[at + 2]!]!
  }
}
