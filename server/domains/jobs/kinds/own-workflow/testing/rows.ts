import type { Rows } from '../../testing/rows.ts'

export const rows: Rows = {
  OTR: {
    request: (image) => ({ type: 'OTR', image, prompt: 'a red fox', seed: 5 }),
    inputs: ['image'],
    credits: 2,
    size: [80, 64],
    isDrawn: true,
    lacks: ['model', 'steps', 'sampler'],
  },
}
