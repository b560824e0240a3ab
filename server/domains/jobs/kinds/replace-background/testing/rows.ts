import type { Rows } from '../../testing/rows.ts'

export const rows: Rows = {
  RPB: {
    request: (image) => ({ type: 'RPB', image, background_image: image }),
    inputs: ['image', 'background_image'],
    credits: 2,
    size: [80, 64],
    isDrawn: false,
  },
}
