/** Output formats without a background: the objects alone, or with a white sticker border. */
export const FINISHES = ['transparent', 'sticker'] as const
export type Finish = (typeof FINISHES)[number]
