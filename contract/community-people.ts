import { z } from 'zod'
import { CommunityImage, CommunityModel, Creator } from './community.ts'
import { EXPLORE } from './values/community.ts'
import { Id, IdParams, Nothing, page, PageQuery, Timestamp, visibleText } from './common.ts'
import { endpoint } from './endpoint.ts'
import { PredictionImage } from './prediction-images.ts'
import * as routes from './routes.ts'

export const COMMENT_LIMITS = {
  length: 2000,
  /** A person and day. */
  perDay: 200,
  /** How long a comment can be changed. */
  changeMinutes: 15,
} as const

const commentText = visibleText(COMMENT_LIMITS.length)

const Remark = z.object({
  id: Id,
  /** Null: it was deleted. */
  text: z.string().nullable(),
  creator: Creator.nullable(),
  /** Whether the caller may delete it. */
  is_own: z.boolean(),
  created_at: Timestamp,
  changed_at: Timestamp.nullable(),
})

/** A comment with the answers to it, the oldest first; answers have none. */
export const Comment = Remark.extend({ replies: z.array(Remark) })
export type Comment = z.infer<typeof Comment>

const Liked = z.object({
  reactions: z.object({ like: z.boolean(), count: z.number().int() }),
})

const CreatorList = z.object({ results: z.array(Creator) })

/** The caller's public profile; the id is null while nothing of theirs was published. */
export const Profile = z.object({
  id: Id.nullable(),
  name: z.string(),
  about: z.string(),
  picture: z.string().nullable(),
})
export type Profile = z.infer<typeof Profile>

const relationOf = (
  calls: typeof routes.follows | typeof routes.blocks,
  what: string,
  act: string,
) => ({
  list: endpoint({
    ...calls.list,
    access: 'user',
    feature: EXPLORE,
    summary: `${what}, the newest first; at most 1,000`,
    response: CreatorList,
  }),
  add: endpoint({
    ...calls.add,
    access: 'user',
    feature: EXPLORE,
    summary: `${act}; twice is once`,
    body: z.strictObject({ creator: Id }),
    response: Creator,
    statuses: [201],
    errors: ['throttled'],
  }),
  remove: endpoint({
    ...calls.remove,
    access: 'user',
    summary: `No longer: ${act.toLowerCase()}`,
    /** Of the creator. */
    params: IdParams,
    response: Nothing,
  }),
})

export const follows = relationOf(
  routes.follows,
  'Creators that the caller follows',
  'Follow a creator',
)
export const blocks = relationOf(
  routes.blocks,
  'Creators that the caller blocked',
  'Block a creator: neither sees the other',
)

export const communityPeople = {
  like: endpoint({
    ...routes.communityPeople.like,
    access: 'user',
    feature: 'explore_images',
    summary: 'Like a published image; twice is once',
    params: IdParams,
    body: z.strictObject({}).optional(),
    response: Liked,
  }),
  unlike: endpoint({
    ...routes.communityPeople.unlike,
    access: 'user',
    summary: 'Take a like back',
    params: IdParams,
    response: Liked,
  }),
  comments: endpoint({
    ...routes.communityPeople.comments,
    access: 'public',
    feature: 'explore_images',
    summary: 'Comments on a published image, the newest first',
    params: IdParams,
    query: PageQuery,
    response: page(Comment),
  }),
  comment: endpoint({
    ...routes.communityPeople.comment,
    access: 'user',
    feature: 'explore_images',
    summary: 'Comment on a published image, or answer a comment',
    params: IdParams,
    body: z.strictObject({ text: commentText, parent: Id.nullable().optional() }),
    response: Comment,
    statuses: [201],
    errors: ['email_not_verified', 'account_limited', 'throttled'],
  }),
  changeComment: endpoint({
    ...routes.communityPeople.changeComment,
    access: 'user',
    feature: 'explore_images',
    summary: `Change an own comment within ${COMMENT_LIMITS.changeMinutes} minutes`,
    params: IdParams,
    body: z.strictObject({ text: commentText }),
    response: Remark,
    errors: ['account_limited', 'conflict'],
  }),
  removeComment: endpoint({
    ...routes.communityPeople.removeComment,
    access: 'user',
    summary: 'Delete an own comment',
    params: IdParams,
    response: Nothing,
  }),
  remix: endpoint({
    ...routes.communityPeople.remix,
    access: 'user',
    feature: 'explore_images',
    summary: 'The generation request that makes an image like this one',
    params: IdParams,
    body: z.strictObject({}).optional(),
    response: z.object({
      request: z.record(z.string(), z.unknown()),
      /** The image, to be named when the result is published. */
      remix_of: Id,
    }),
    errors: ['conflict'],
  }),
  profile: endpoint({
    ...routes.communityPeople.profile,
    access: 'user',
    summary: 'What others see of the caller',
    response: Profile,
  }),
  changeProfile: endpoint({
    ...routes.communityPeople.changeProfile,
    access: 'user',
    summary: 'Change what others see of the caller',
    body: z.strictObject({
      name: visibleText(60).optional(),
      about: z.string().trim().max(500).optional(),
      /** An own published image; null: none. */
      picture: PredictionImage.shape.id.nullable().optional(),
    }),
    response: Profile,
    errors: ['email_not_verified', 'account_limited'],
  }),
  search: endpoint({
    ...routes.communityPeople.search,
    access: 'public',
    feature: EXPLORE,
    summary:
      'Models, images, people and tags by words; of one kind or of all, as far as the site shows them',
    query: z.object({
      q: z.string().max(200),
      kind: z.enum(['models', 'images', 'people', 'tags']).optional(),
    }),
    response: z.object({
      models: z.array(CommunityModel),
      images: z.array(CommunityImage),
      people: z.array(Creator),
      tags: z.array(z.string()),
    }),
  }),
}
