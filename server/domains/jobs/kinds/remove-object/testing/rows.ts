import type { Rows } from '../../testing/rows.ts'

export const rows: Rows = {
  RO: {
    request: (image) => ({ type: 'RO', image, mask: image }),
    inputs: ['image', 'mask'],
    credits: 1,
    size: [80, 64],
    isDrawn: false,
  },
}
