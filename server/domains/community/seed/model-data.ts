import type { ModelSample, ModelType } from '#contract/community.ts'
import { STYLES } from '#contract/styles.ts'

/** A model that comes with the app. */
export interface SeedModel {
  key: string
  slug: string
  name: string
  description: string
  type: ModelType
  tags: string[]
  licence: string
  /** Null: drawn with only where its studio is shown. */
  createQuery: string | null
  trainedWords: string[]
  samples: ModelSample[]
}

export const BASE_MODEL = 'Atelier v1'
const MODEL = 'atelier-v1'
const LICENCE = 'Apache-2.0'
const EDGE = 512

const sample = (url: string, alt: string): ModelSample => ({
  url,
  width: EDGE,
  height: EDGE,
  blurhash: null,
  alt,
})

const STUDIOS = [
  ['bear', 'Barnaby Bear'],
  ['bird', 'Pippa Bird'],
  ['plant', 'Flora Plant'],
] as const

/** The built-in model, its styles and the public studios. */
export const SEED_MODELS: readonly SeedModel[] = [
  {
    key: MODEL,
    slug: MODEL,
    name: 'Atelier v1',
    description:
      'Illustrations of 2,085 things: animals, food, plants, objects, vehicles, faces and symbols, in six styles.',
    type: 'Checkpoint',
    tags: ['illustration', 'icons'],
    licence: LICENCE,
    createQuery: `model=${MODEL}`,
    trainedWords: [],
    samples: [
      sample('/showcase/red-fox-3d-style.webp', 'A red fox'),
      sample('/showcase/castle-at-sunset-noto-style.webp', 'A castle at sunset'),
      sample('/showcase/hamburger-3d-style.webp', 'A hamburger'),
    ],
  },
  ...STYLES.map(({ id, label, words }): SeedModel => ({
    key: `style-${id}`,
    slug: `style-${id}`,
    name: `${label} style`,
    description: 'A style of the illustrations that Atelier draws.',
    type: 'Other',
    tags: ['illustration', 'style', id],
    licence: LICENCE,
    createQuery: `model=${MODEL}&style=${id}`,
    trainedWords: [words],
    samples: [sample(`/styles/${id}.webp`, `The ${label} style`)],
  })),
  ...STUDIOS.map(([key, name]): SeedModel => ({
    key: `studio-${key}`,
    slug: `studio-${key}`,
    name,
    description: 'A model that was trained here on 36 renderings of one toy.',
    type: 'LORA',
    tags: ['toy', key],
    licence: LICENCE,
    createQuery: null,
    trainedWords: [],
    samples: [sample(`/showcase/studio-${key}.webp`, name)],
  })),
]
