/** Sections of the home page that a brand may leave out, in their order. */
export const HOME_SECTIONS = [
  'tools',
  'showcase',
  'prompts',
  'explore',
  'prices',
  'closing',
] as const

/** Most characters of a legal text in one language. */
export const LEGAL_MAX = 60_000
