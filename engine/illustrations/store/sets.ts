/** Whose drawings a style of the store shows, and under which licence. docs/third-party.md has them with their attribution. */
export interface PictureSet {
  set: string
  licence: string
}

const FLUENT = { set: 'Fluent Emoji', licence: 'MIT' }
const NOTO = { set: 'Noto Emoji', licence: 'Apache-2.0' }

const SETS: Readonly<Record<string, PictureSet>> = {
  '3d': FLUENT,
  glossy: FLUENT,
  flat: FLUENT,
  noto: NOTO,
  blob: NOTO,
  simple: { set: 'Firefox OS Emoji', licence: 'Apache-2.0' },
  twemoji: { set: 'Twemoji', licence: 'CC-BY-4.0' },
  outline: { set: 'Streamline Emojis', licence: 'CC-BY-4.0' },
  icon: { set: 'Flat Color Icons', licence: 'MIT' },
  clipart: { set: 'Open Clip Art Library', licence: 'public domain' },
}

/** Null for a style of no known set. */
export const setOf = (style: string): PictureSet | null => SETS[style] ?? null
