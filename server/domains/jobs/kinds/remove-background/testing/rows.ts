import type { Rows } from '../../testing/rows.ts'

export const rows: Rows = {
  RB: {
    request: (image) => ({ type: 'RB', image, background_image: image, correction: image }),
    inputs: ['image', 'background_image', 'correction'],
    credits: 1,
    size: [80, 64],
    isDrawn: false,
  },
}
