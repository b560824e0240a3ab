import { z } from 'zod'

/*
 * The public REST answers of Civitai (https://developer.civitai.com/site/reference/), as far as they are read here: what they
 * lack in older and newer versions of the API is optional.
 */

const Level = z.union([z.number(), z.string()]).nullish()

const File = z.object({
  name: z.string(),
  sizeKB: z.number().nonnegative(),
  hashes: z.object({ SHA256: z.string().optional() }).nullish(),
  downloadUrl: z.string().nullish(),
})

const Sample = z.object({
  url: z.string(),
  nsfwLevel: Level,
  width: z.number().int().positive().nullish(),
  height: z.number().int().positive().nullish(),
  hash: z.string().nullish(),
  type: z.string().default('image'),
  minor: z.boolean().nullish(),
  poi: z.boolean().nullish(),
})
export type CivitaiSample = z.output<typeof Sample>

const Version = z.object({
  id: z.number().int(),
  name: z.string(),
  baseModel: z.string().default('Unknown'),
  trainedWords: z.array(z.string()).nullish(),
  files: z.array(File).default([]),
  images: z.array(Sample).default([]),
})
export type CivitaiVersion = z.output<typeof Version>

export const CivitaiModel = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string().nullish(),
  type: z.string(),
  /** Of a real person. */
  poi: z.boolean().default(false),
  minor: z.boolean().nullish(),
  nsfw: z.boolean().default(false),
  /** The bits of all levels that its images have. */
  nsfwLevel: Level,
  allowNoCredit: z.boolean().nullish(),
  allowCommercialUse: z.union([z.string(), z.array(z.string())]).nullish(),
  allowDerivatives: z.boolean().nullish(),
  allowDifferentLicense: z.boolean().nullish(),
  tags: z.array(z.string()).default([]),
  creator: z.object({ username: z.string() }).nullish(),
  modelVersions: z.array(Version),
})
export type CivitaiModel = z.output<typeof CivitaiModel>

export const CivitaiImage = z.object({
  id: z.number().int(),
  url: z.string(),
  hash: z.string().nullish(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  type: z.string().default('image'),
  /** `None`, `Soft`, `Mature`, `X`. */
  nsfwLevel: Level,
  /** One bit. */
  browsingLevel: z.number().nullish(),
  minor: z.boolean().nullish(),
  poi: z.boolean().nullish(),
  createdAt: z.string().nullish(),
  username: z.string().nullish(),
  modelVersionIds: z.array(z.number().int()).default([]),
  meta: z.record(z.string(), z.unknown()).nullish(),
})
export type CivitaiImage = z.output<typeof CivitaiImage>

/** A page of a list, or one model. */
const Page = z.object({
  items: z.array(z.unknown()),
  metadata: z
    .object({
      nextPage: z.string().nullish(),
      nextCursor: z.union([z.string(), z.number()]).nullish(),
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
