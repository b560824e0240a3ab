import type { Rows } from '../../testing/rows.ts'

export const rows: Rows = {
  UIT: {
    request: (image) => ({ type: 'UIT', image, scale: 3, prompt: 'a red fox', seed: 5 }),
    inputs: ['image'],
    credits: 3,
    size: [240, 192],
    isDrawn: true,
  },
}
