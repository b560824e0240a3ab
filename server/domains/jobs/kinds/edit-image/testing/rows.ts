import type { Rows } from '../../testing/rows.ts'

export const rows: Rows = {
  EDI: {
    request: (image) => ({ type: 'EDI', images: [image], prompt: 'a red fox', seed: 5 }),
    inputs: ['images'],
    credits: 3,
    size: [80, 64],
    isDrawn: true,
    lacks: ['steps', 'sampler'],
  },
}
