import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { z } from 'zod'
import { backdropSchema, backgroundSchema, colour } from '../background/backgrounds.ts'
import { LOOKS } from '../looks/looks.ts'
import { readThingNames, type ThingNames } from './thing-names.ts'
import { modelBroken, readOptionalModelJson, reasonOf } from '../../model-files.ts'

/**
 * Relative to the model's folder; `store.json` is what makes a folder one with retrieval. `latents.bin` holds the first channel of
 * every picture, then the second, and so on; `whites.bin` a bit for each pixel of the pictures that `whites` names.
 */
const DESCRIPTION = 'retrieval/store.json'
const LATENTS = 'retrieval/latents.bin'
const VECTORS = 'retrieval/vectors.bin'
const WHITES = 'retrieval/whites.bin'
const RETRIEVAL_FILES = [DESCRIPTION, LATENTS, VECTORS, WHITES]

const storeSchema = z.object({
  channels: z.int().positive(),
  /** Edge of a stored picture in latent cells. */
  cells: z.int().positive(),
  /** What a stored latent is multiplied by. */
  step: z.number().positive(),
  vectorWidth: z.int().positive(),
  styles: z.array(z.string()).min(1),
  /** Styles that are renders of the same drawings. */
  kin: z.array(z.string()),
  /** The style that a prompt without one is drawn in. */
  plainStyle: z.string(),
  /** Styles whose pictures lead a drawing. */
  hintStyles: z.array(z.string()).min(1),
  /** Styles, best first, whose pictures do so where none of those shows the thing in another style than is wanted. */
  spareStyles: z.array(z.string()),
  /** Styles, best first, whose pictures do so where nothing else shows the thing at all. */
  lastStyles: z.array(z.string()),
  /** Styles in which what has no picture is drawn from memory. */
  priorStyles: z.array(z.string()).default([]),
  /** How surfaces look in some styles: a guidance image from another icon set is given them. */
  looks: z.record(z.string(), z.enum(LOOKS)).default({}),
  /** Noise levels (sigma): down to `from` the guidance image leads, below `to` the network is alone. */
  lead: z.object({ from: z.number().positive(), to: z.number().positive() }),
  /** The guidance that counts in full where a guidance image already shows what the prompt asks for; less counts for less. */
  fullGuidance: z.number().gt(1),
  /** Words that say nothing about what is to be seen. */
  emptyWords: z.array(z.string()),
  /** Words that say where a thing is, not what it is, and how that looks. */
  places: z.array(backgroundSchema),
  /** For prompts that name no background; white if there are none. */
  backdrops: z.array(backdropSchema).default([]),
  /** Colours of plain backgrounds by name. */
  colours: z.record(z.string(), colour),
  /** Each with the rows of `vectors.bin` that its keywords have; its name has the row of its own number. */
  concepts: z.array(z.object({ name: z.string(), keywords: z.array(z.int().nonnegative()) })),
  /** What else people call some of the concepts, by the name that they have there. */
  otherWords: z.record(z.string(), z.string()),
  /** Concept and style, as numbers, of each stored picture. */
  pictures: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])),
  /** Numbers of the pictures whose thing is white where it meets the background. */
  whites: z.array(z.int().nonnegative()),
  /** Edge of a stored picture in pixels. */
  edge: z.int().positive(),
})

/** What a store says of its pictures. */
export interface StoreDescription extends z.infer<typeof storeSchema> {
  /** Null: its things have English names alone. */
  thingNames: ThingNames | null
}

/** Pictures that a model looks at while it draws, found by words. */
export interface RetrievalStore extends StoreDescription {
  /** Unit vectors of names, then of keywords. */
  vectors: Float32Array
  /** Numbers of a concept's pictures. */
  picturesOf(concept: number): readonly number[]
  /** Latents of unit scale of one picture: channels x cells x cells. */
  latentsOf(picture: number): Float32Array
  /** 1 for each pixel of a picture that is its thing's; null where white around tells as much. */
  ownWhite(picture: number): Uint8Array | null
}

/** Those of its files that a model's folder has. */
export async function storedFiles(modelDir: string): Promise<string[]> {
  const names = await readdir(path.join(modelDir, 'retrieval')).catch((): string[] => [])
  return RETRIEVAL_FILES.filter((file) => names.includes(path.basename(file)))
}

/** Null for a model that draws without. Throws EngineError `model_broken`. */
export async function loadRetrievalStore(modelDir: string): Promise<RetrievalStore | null> {
  const store = await readStoreDescription(modelDir)
  if (!store) return null
  const length = store.channels * store.cells ** 2
  const latents = await readLatents(modelDir, store)
  const rows = Math.max(-1, ...store.concepts.flatMap(({ keywords }) => keywords)) + 1
  const count = Math.max(rows, store.concepts.length)
  const vectors = await readPacked(modelDir, VECTORS, count * store.vectorWidth)
  const bytes = Math.ceil(store.edge ** 2 / 8)
  const whites = await readPacked(modelDir, WHITES, store.whites.length * bytes)
  const pictures: number[][] = store.concepts.map(() => [])
  for (const [picture, [concept]] of store.pictures.entries()) pictures[concept]?.push(picture)
  return {
    ...store,
    vectors: unitRows(vectors, store.vectorWidth),
    picturesOf: (concept) => pictures[concept] ?? [],
    latentsOf: (picture) => {
      const area = store.cells ** 2
      return Float32Array.from({ length }, (_, i) => {
        const row = Math.floor(i / area) * store.pictures.length + picture
        return latents[row * area + (i % area)]! * store.step
      })
    },
    ownWhite: (picture) => {
      const place = store.whites.indexOf(picture)
      if (place === -1) return null
      const bits = whites.subarray(place * bytes)
      return Uint8Array.from(
        { length: store.edge ** 2 },
        (_, i) => (bits[i >> 3]! >> (7 - (i & 7))) & 1,
      )
    },
  }
}

/** Null for a model that draws without. Throws EngineError `model_broken`. */
export async function readStoreDescription(modelDir: string): Promise<StoreDescription | null> {
  const store = await readOptionalModelJson(modelDir, DESCRIPTION, storeSchema)
  return store && { ...store, thingNames: await readThingNames(modelDir) }
}

/** Latents of all pictures in steps: of the first channel all, then of the second. Throws EngineError `model_broken`. */
export function readLatents(
  modelDir: string,
  { pictures, channels, cells }: StoreDescription,
): Promise<Int8Array> {
  return readPacked(modelDir, LATENTS, pictures.length * channels * cells ** 2)
}

/** Whole numbers of 8 bits, deflated. */
async function readPacked(modelDir: string, name: string, length: number): Promise<Int8Array> {
  const file = path.join(modelDir, name)
  try {
    const bytes = await promisify(inflate)(await readFile(file))
    if (bytes.length === length) return new Int8Array(bytes.buffer, bytes.byteOffset, length)
  } catch (error) {
    throw modelBroken(file, `cannot be read (${reasonOf(error)})`, error)
  }
  throw modelBroken(file, 'has another length than store.json says')
}

function unitRows(values: Int8Array, width: number): Float32Array {
  const rows = Float32Array.from(values)
  for (let start = 0; start < rows.length; start += width) {
    const row = rows.subarray(start, start + width)
    const norm = Math.hypot(...row) || 1
    for (let i = 0; i < width; i++) row[i]! /= norm
  }
  return rows
}
