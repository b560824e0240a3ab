import type { Rows } from '../../testing/rows.ts'

export const rows: Rows = {
  AD: {
    request: (image) => ({ type: 'AD', image, prompt: 'a red fox', seed: 5 }),
    inputs: ['image'],
    credits: 1,
    size: [80, 64],
    isDrawn: true,
  },
}
