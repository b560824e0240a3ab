import type { RecordedTraining } from '#lib/engine-spec/index.ts'

const image = (name: string): string => `/images/recorded/bear-${name}.webp`

/** The first public studio of `models/showcase`, and what `seed demo` draws with it. */
export const RECORDED_TRAINING: RecordedTraining = {
  model: 'atelier-v1',
  name: 'Barnaby Bear',
  photos: ['photo-1', 'photo-2', 'photo-3', 'photo-4'].map(image),
  images: ['drawn-1', 'drawn-2'].map(image),
  steps: 500,
  seconds: 128,
}
