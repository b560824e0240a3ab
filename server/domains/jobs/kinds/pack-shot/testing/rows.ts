import type { Rows } from '../../testing/rows.ts'

export const rows: Rows = {
  PPS: {
    request: () => ({ type: 'PPS', prompt: 'a red fox', width: 80, height: 64, seed: 5 }),
    inputs: [],
    credits: 1,
    size: [80, 64],
    isDrawn: true,
  },
}
