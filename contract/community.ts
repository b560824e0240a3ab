import { z } from 'zod'
import { Id, IdParams, Nothing, PageQuery, queryInteger, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Rating } from './prediction-images.ts'
import { ExportedReports } from './reports.ts'
import { Said } from './said.ts'
import * as routes from './routes.ts'
import { EXPLORE } from './values/community.ts'
import { MODEL_TYPES } from './values/model-types.ts'

export type ModelType = (typeof MODEL_TYPES)[number]

export const IMAGE_SORTS = ['-created_at', 'created_at', '-reactions', 'reactions'] as const
export type ImageSort = (typeof IMAGE_SORTS)[number]

/** `rating`: likes a view. */
export const MODEL_SORTS = [
  '-created_at',
  'created_at',
  '-download_count',
  'download_count',
  '-rating',
  'rating',
] as const
export type ModelSort = (typeof MODEL_SORTS)[number]

export const PERIODS = ['day', 'week', 'month', 'year', 'all'] as const
export type Period = (typeof PERIODS)[number]

/**
 * Which filters a feed of images takes together: none or one of these, with any `sort`, `rating` and `period`. Two of
 * them are a 400; each alone is read from an index.
 */
export const IMAGE_FILTERS = ['base_model', 'model', 'tag', 'creator', 'q'] as const
/** As `IMAGE_FILTERS`, for models: none or one of these groups, with any `sort`. */
export const MODEL_FILTERS = [
  ['type'],
  ['base_model'],
  ['type', 'base_model'],
  ['tag'],
  ['creator'],
  ['q'],
] as const

/** Items of a page unless the query says how many. */
export const FEED_PAGE = 40
/**
 * Most rows that are ranked for a search and for what is similar. What was liked most in a period is ranked from so many of
 * the newest and so many of those that are liked most of all time, of each rating: on a busy site some of a long period are missing.
 */
export const MOST_CANDIDATES = 2000

/** A person as others see them; the id is not that of their account. */
export const Creator = z.object({ id: Id, name: z.string(), picture: z.string().nullable() })
export type Creator = z.infer<typeof Creator>

/** `like`: whether the caller likes it. */
const Reactions = z.object({ like: z.boolean(), count: z.number().int() })

export const CommunityImage = z.object({
  id: Id,
  /** Root-relative; everybody may see it. */
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  blurhash: z.string().nullable(),
  alt: Said,
  rating: Rating,
  /** How it was made: a type of job. */
  type: z.string(),
  /** Null: its creator does not show it. */
  prompt: z.string().nullable(),
  /** The generation request; null: its creator does not show it, or it has none. */
  parameters: z.record(z.string(), z.unknown()).nullable(),
  model_versions: z.array(Id),
  tags: z.array(z.string()),
  /** Of the photograph that it was made of: who took it, and its licence. */
  credit: z.string().nullable(),
  creator: Creator,
  reactions: Reactions,
  /** The image that it is a remix of, as far as that is still published. */
  remix_of: Id.nullable(),
  is_own: z.boolean(),
  created_at: Timestamp,
})
export type CommunityImage = z.infer<typeof CommunityImage>

export const ModelSample = z.object({
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  blurhash: z.string().nullable(),
  alt: Said,
})
export type ModelSample = z.infer<typeof ModelSample>

/** A family of versions, as lists show it. */
export const CommunityModel = z.object({
  id: Id,
  slug: z.string(),
  /** Of the models that come with the app it is in the reader's language. */
  name: Said,
  type: z.enum(MODEL_TYPES),
  base_model: z.string(),
  rating: Rating,
  tags: z.array(z.string()),
  creator: Creator,
  sample: ModelSample.nullable(),
  /** Its newest version. */
  version: z.object({ id: Id, name: z.string() }),
  download_count: z.number().int(),
  reactions: Reactions,
  is_own: z.boolean(),
  created_at: Timestamp,
})
export type CommunityModel = z.infer<typeof CommunityModel>

export const ModelVersion = z.object({
  id: Id,
  name: z.string(),
  base_model: z.string(),
  trained_words: z.array(z.string()),
  files: z.array(
    z.object({
      name: z.string(),
      bytes: z.number().int(),
      sha256: z.string(),
      /** Null: it cannot be downloaded here. */
      url: z.string().nullable(),
    }),
  ),
  samples: z.array(ModelSample),
  /** Query of the page of text to image that draws with it; null: nothing here can. */
  create_query: z.string().nullable(),
  created_at: Timestamp,
})
export type ModelVersion = z.infer<typeof ModelVersion>

export const CommunityModelDetail = CommunityModel.extend({
  description: Said,
  licence: z.string(),
  trained_words: z.array(z.string()),
  /** The newest first. */
  versions: z.array(ModelVersion),
})
export type CommunityModelDetail = z.infer<typeof CommunityModelDetail>

export const CreatorProfile = Creator.extend({
  about: z.string(),
  images: z.number().int(),
  models: z.number().int(),
  is_own: z.boolean(),
  created_at: Timestamp,
})
export type CreatorProfile = z.infer<typeof CreatorProfile>

const feedOf = <T extends z.ZodType>(item: T) =>
  z.object({ next: z.string().nullable(), previous: z.string().nullable(), results: z.array(item) })

export const ImageFeedQuery = PageQuery.extend({
  sort: z.enum(IMAGE_SORTS).optional(),
  /** With a sort by likes: see `MOST_CANDIDATES` for what is looked through. */
  period: z.enum(PERIODS).optional(),
  /** Only images of exactly this rating; of one that the caller does not see there are none. */
  rating: Rating.optional(),
  base_model: z.string().max(100).optional(),
  /** A version of a model, or a model. */
  model: Id.optional(),
  tag: z.string().max(40).optional(),
  creator: Id.optional(),
  /** Words of what is shown with it. */
  q: z.string().max(200).optional(),
})
export type ImageFeedQuery = z.output<typeof ImageFeedQuery>

export const ModelFeedQuery = PageQuery.extend({
  sort: z.enum(MODEL_SORTS).optional(),
  type: z.enum(MODEL_TYPES).optional(),
  base_model: z.string().max(100).optional(),
  tag: z.string().max(40).optional(),
  creator: Id.optional(),
  q: z.string().max(200).optional(),
})
export type ModelFeedQuery = z.output<typeof ModelFeedQuery>

const NumberedPage = z.object({ page: queryInteger(1, 50).optional() })

export const civitImages = {
  list: endpoint({
    ...routes.civitImages.list,
    access: 'public',
    feature: 'explore_images',
    summary: 'Published images',
    query: ImageFeedQuery,
    response: feedOf(CommunityImage),
  }),
  detail: endpoint({
    ...routes.civitImages.detail,
    access: 'public',
    feature: 'explore_images',
    summary: 'One published image',
    params: IdParams,
    response: CommunityImage,
  }),
  similar: endpoint({
    ...routes.civitImages.similar,
    access: 'public',
    feature: 'explore_images',
    summary: 'Published images that are like this one, the most similar first',
    params: IdParams,
    query: NumberedPage,
    response: feedOf(CommunityImage),
  }),
  similarByModel: endpoint({
    ...routes.civitImages.similarByModel,
    access: 'public',
    feature: 'explore_images',
    summary: 'Published images that were made with the same models, the newest first',
    params: IdParams,
    query: NumberedPage,
    response: feedOf(CommunityImage),
  }),
}

export const civitModelVersions = {
  list: endpoint({
    ...routes.civitModelVersions.list,
    access: 'public',
    feature: 'explore_models',
    summary: 'Published models',
    query: ModelFeedQuery,
    response: feedOf(CommunityModel),
  }),
  short: endpoint({
    ...routes.civitModelVersions.short,
    access: 'public',
    feature: 'explore_models',
    summary: 'Versions of published models that can be drawn with here, for pickers',
    query: z.object({
      type: z.enum(MODEL_TYPES).optional(),
      base_model: z.string().max(100).optional(),
      q: z.string().max(200).optional(),
    }),
    response: z.object({
      results: z.array(
        z.object({
          /** The version. */
          id: Id,
          model: Id,
          name: Said,
          version_name: z.string(),
          type: z.enum(MODEL_TYPES),
          base_model: z.string(),
          trained_words: z.array(z.string()),
          create_query: z.string(),
          sample: ModelSample.nullable(),
        }),
      ),
    }),
  }),
  detail: endpoint({
    ...routes.civitModelVersions.detail,
    access: 'public',
    feature: 'explore_models',
    summary: 'One model with its versions, by its id, its slug or the id of a version',
    params: IdParams,
    response: CommunityModelDetail,
  }),
  similar: endpoint({
    ...routes.civitModelVersions.similar,
    access: 'public',
    feature: 'explore_models',
    summary: 'Published models that are like this one, the most similar first',
    params: IdParams,
    query: NumberedPage,
    response: feedOf(CommunityModel),
  }),
  remove: endpoint({
    ...routes.civitModelVersions.remove,
    access: 'user',
    summary: 'Withdraw an own model, by its slug or id; an administrator removes any',
    params: IdParams,
    response: Nothing,
  }),
}

export const creators = {
  detail: endpoint({
    ...routes.creators.detail,
    access: 'public',
    feature: EXPLORE,
    summary: 'Somebody who published something',
    params: IdParams,
    response: CreatorProfile,
  }),
}

/** Published items of a person, as part of the export of their data. */
export const ExportedCommunity = z.object({
  ...ExportedReports.shape,
  comments: z.array(
    z.object({ id: Id, image: Id, text: z.string(), state: z.string(), created_at: Timestamp }),
  ),
  /** Images. */
  likes: z.array(Id),
  /** Images of others that are kept, with the own collection that they are in. */
  favorites: z.array(z.object({ image: Id, collection: Id.nullable() })),
  /** Creators, as the next. */
  follows: z.array(Id),
  blocks: z.array(Id),
  profile: z
    .object({ name: z.string(), about: z.string(), picture: z.string().nullable() })
    .nullable(),
  images: z.array(
    z.object({
      id: Id,
      /** The own image that was published. */
      image: Id.nullable(),
      state: z.string(),
      rating: Rating,
      url: z.string(),
      alt: z.string(),
      prompt: z.string().nullable(),
      tags: z.array(z.string()),
      /** That it was drawn with. */
      model_versions: z.array(Id),
      created_at: Timestamp,
    }),
  ),
  /** Files of models that are on their way here. */
  uploads: z.array(
    z.object({
      id: Id,
      filename: z.string(),
      bytes: z.number().int(),
      sha256: z.string(),
      state: z.string(),
      created_at: Timestamp,
    }),
  ),
  notifications: z.array(
    z.object({ kind: z.string(), at: Timestamp, read_at: Timestamp.nullable() }),
  ),
  models: z.array(
    z.object({
      id: Id,
      slug: z.string(),
      state: z.string(),
      rating: Rating,
      name: z.string(),
      description: z.string(),
      type: z.string(),
      tags: z.array(z.string()),
      versions: z.array(
        ModelVersion.pick({
          id: true,
          name: true,
          base_model: true,
          trained_words: true,
          files: true,
          samples: true,
          created_at: true,
        }),
      ),
      created_at: Timestamp,
    }),
  ),
})
