import type { Rows } from '../../testing/rows.ts'

export const rows: Rows = {
  VID: {
    request: (image) => ({ type: 'VID', image, duration: 2, seed: 5 }),
    inputs: ['image'],
    credits: 2,
    size: [80, 64],
    isDrawn: false,
    hasSeed: true,
  },
}
