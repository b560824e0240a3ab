import { z } from 'zod'

/*
 * The public REST answers of Civitai (https://developer.civitai.com/site/reference/), as far as they are read here: what they
 * lack in older and newer versions of the API is optional.
 */

const MOST = 1000

/** Removes the parts of a text that PostgreSQL cannot keep. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
const Text = z.string().transform(storable)

const Edge = z.number().int().positive().max(100_000)
/** Longer lists are those of nobody who means well. */
const listOf = <T extends z.ZodType>(item: T) =>
  z.array(item).transform((items) => items.slice(0, MOST))

const Level = z.union([z.number(), Text]).nullish()

const File = z.object({
  name: Text,
  sizeKB: z.number().nonnegative().max(1e10),
  hashes: z.object({ SHA256: Text.optional() }).nullish(),
  downloadUrl: Text.nullish(),
})

const Sample = z.object({
  url: Text,
  nsfwLevel: Level,
  width: Edge.nullish(),
  height: Edge.nullish(),
  hash: Text.nullish(),
  type: Text.default('image'),
  minor: z.boolean().nullish(),
  poi: z.boolean().nullish(),
})
export type CivitaiSample = z.output<typeof Sample>

const Version = z.object({
  id: z.number().int(),
  name: Text,
  baseModel: Text.default('Unknown'),
  trainedWords: listOf(Text).nullish(),
  files: listOf(File).default([]),
  images: listOf(Sample).default([]),
})
export type CivitaiVersion = z.output<typeof Version>

export const CivitaiModel = z.object({
  id: z.number().int(),
  name: Text,
  description: Text.nullish(),
  type: Text,
  /** Of a real person. */
  poi: z.boolean().default(false),
  minor: z.boolean().nullish(),
  nsfw: z.boolean().default(false),
  /** The bits of all levels that its images have. */
  nsfwLevel: Level,
  allowNoCredit: z.boolean().nullish(),
  allowCommercialUse: z.union([Text, listOf(Text)]).nullish(),
  allowDerivatives: z.boolean().nullish(),
  allowDifferentLicense: z.boolean().nullish(),
  tags: listOf(Text).default([]),
  creator: z.object({ username: Text }).nullish(),
  modelVersions: listOf(Version),
})
export type CivitaiModel = z.output<typeof CivitaiModel>

export const CivitaiImage = z.object({
  id: z.number().int(),
  url: Text,
  hash: Text.nullish(),
  width: Edge,
  height: Edge,
  type: Text.default('image'),
  /** `None`, `Soft`, `Mature`, `X`. */
  nsfwLevel: Level,
  /** One bit. */
  browsingLevel: z.number().nullish(),
  minor: z.boolean().nullish(),
  poi: z.boolean().nullish(),
  createdAt: Text.nullish(),
  username: Text.nullish(),
  modelVersionIds: listOf(z.number().int()).default([]),
  meta: z.record(z.string(), z.unknown()).nullish(),
})
export type CivitaiImage = z.output<typeof CivitaiImage>

/** A page of a list, or one model. */
const Page = z.object({
  items: z.array(z.unknown()),
  metadata: z
    .object({
      nextPage: Text.nullish(),
      nextCursor: z.union([Text, z.number()]).nullish(),
    })
    .nullish(),
})

export interface CivitaiPage {
  items: unknown[]
  nextPage: string | null
  nextCursor: string | null
}

/** Null for what is no answer of this API. */
export function readAnswer(answer: unknown): CivitaiPage | null {
  const page = Page.safeParse(answer).data
  if (page) {
    const { nextPage, nextCursor } = page.metadata ?? {}
    const cursor = nextCursor === null || nextCursor === undefined ? null : String(nextCursor)
    return { items: page.items, nextPage: nextPage ?? null, nextCursor: cursor }
  }
  return CivitaiModel.safeParse(answer).success
    ? { items: [answer], nextPage: null, nextCursor: null }
    : null
}
