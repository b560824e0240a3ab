import { DRAWING, type Rows } from '../../testing/rows.ts'

export const rows: Rows = {
  ITI: {
    request: (image) => ({ ...DRAWING, type: 'ITI', image, mask: image }),
    inputs: ['image', 'mask'],
    credits: 1,
    size: [80, 64],
    isDrawn: true,
  },
}
