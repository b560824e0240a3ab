import { DRAWING, type Rows } from '../../testing/rows.ts'

export const rows: Rows = {
  TTI: {
    request: () => ({ ...DRAWING, type: 'TTI' }),
    inputs: [],
    credits: 1,
    size: [80, 64],
    isDrawn: true,
  },
}
