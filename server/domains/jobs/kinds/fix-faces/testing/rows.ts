import type { Rows } from '../../testing/rows.ts'

export const rows: Rows = {
  FF: {
    request: (image) => ({ type: 'FF', image }),
    inputs: ['image'],
    credits: 1,
    size: [80, 64],
    isDrawn: false,
  },
}
