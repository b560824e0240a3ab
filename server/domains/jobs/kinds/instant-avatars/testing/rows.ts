import type { Rows } from '../../testing/rows.ts'

export const rows: Rows = {
  ISI: {
    request: (image) => ({
      type: 'ISI',
      image,
      styles: ['plain', 'inked'],
      num_images: 2,
      seed: 5,
    }),
    inputs: ['image'],
    credits: 8,
    size: [64, 64],
    isDrawn: false,
    outputs: 4,
    hasSeed: true,
  },
}
