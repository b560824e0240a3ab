/**
 * Photographs that can be put behind a subject, each with a file and a small copy in `web/public/tools/backgrounds/`. Their rights stand in
 * `docs/third-party.md`.
 */
export const PHOTO_BACKGROUNDS = [
  'mountain-lake',
  'green-hills',
  'dunes',
  'city-sunset',
  'city-night',
  'colosseum',
] as const

export type PhotoBackground = (typeof PHOTO_BACKGROUNDS)[number]
