/**
 * Style presets of the built-in model: words that its captions carried. A request names one by `id`; the
 * engine reads the prompt with `words` after it.
 */
export const STYLES = [
  { id: '3d', label: '3D', words: '3d style' },
  { id: 'glossy', label: 'Glossy', words: 'glossy style' },
  { id: 'flat', label: 'Flat', words: 'flat style' },
  { id: 'soft', label: 'Soft', words: 'noto style' },
  { id: 'sticker', label: 'Sticker', words: 'twemoji style' },
  { id: 'icon', label: 'Icon', words: 'icon style' },
] as const

export type Style = (typeof STYLES)[number]
