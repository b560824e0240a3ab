import type { Rows } from '../../testing/rows.ts'

export const rows: Rows = {
  UI: {
    request: (image) => ({ type: 'UI', image, scale: 3 }),
    inputs: ['image'],
    credits: 2,
    size: [240, 192],
    isDrawn: false,
  },
  UU: {
    request: (image) => ({ type: 'UU', image, scale: 8 }),
    inputs: ['image'],
    credits: 4,
    size: [640, 512],
    isDrawn: false,
  },
}
