import type { Rows } from '../../testing/rows.ts'

export const rows: Rows = {
  FS: {
    request: (image) => ({
      type: 'FS',
      source_image: image,
      target_image: image,
      consent: true,
    }),
    inputs: ['source_image', 'target_image'],
    credits: 2,
    size: [80, 64],
    isDrawn: false,
  },
}
