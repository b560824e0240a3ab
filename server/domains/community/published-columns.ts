import { sql } from 'kysely'
import type { ModelType } from '#contract/community.ts'
import { vectorOf } from './words.ts'

/** What is shown of an image, by whatever way it came into explore. */
export interface ShownImage {
  url: string
  width: number
  height: number
  blurhash: string | null
  alt: string
  type: string
  /** Both null where they are not shown. */
  prompt: string | null
  parameters: Record<string, unknown> | null
  tags: readonly string[]
  /** A level. */
  rating: number | null
}

const searched = (text: string) => ({
  words: sql<string>`to_tsvector('simple', ${text})`,
  vector: vectorOf(text),
})

/** The columns of what an image shows, with what it is found by: its words, and their vector, made once. */
export function imageColumns({ parameters, tags, ...image }: ShownImage) {
  return {
    ...image,
    tags: [...tags],
    parameters: parameters && JSON.stringify(parameters),
    ...searched([image.prompt, image.alt, ...tags].filter(Boolean).join(' ')),
  }
}

/** What is shown of a model. */
export interface ShownModel {
  name: string
  description: string
  type: ModelType
  base_model: string
  licence: string
  tags: readonly string[]
  /** A level. */
  rating: number | null
}

/** As {@link imageColumns}, of a model. */
export function modelColumns({ tags, ...model }: ShownModel) {
  return { ...model, tags: [...tags], ...searched([model.name, ...tags].join(' ')) }
}
