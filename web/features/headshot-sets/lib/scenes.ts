import type { HeadshotOrder } from '#contract/headshot-runs.ts'

const sample = (file: string) => `/tools/headshots/${file}.webp`

/** What a background looks like: samples of single headshots before the same kind of background. */
export const SCENE_SAMPLES: Record<HeadshotOrder['backgrounds'][number], string | null> = {
  studio: sample('light-gray'),
  office: sample('office'),
  city: sample('city'),
  park: sample('park'),
  library: '/tools/headshots/library.svg',
  white: sample('white'),
}
