import type { Rows } from '../../testing/rows.ts'

export const rows: Rows = {
  PHS: {
    request: (image) => ({ type: 'PHS', image, backgrounds: ['gray', 'office'] }),
    inputs: ['image'],
    credits: 4,
    size: [64, 80],
    isDrawn: false,
    outputs: 2,
  },
}
