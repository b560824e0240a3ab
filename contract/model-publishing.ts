import { z } from 'zod'
import { CommunityModel, CommunityModelDetail, ModelVersion } from './community.ts'
import { Id, IdParams, page, PageQuery, Timestamp, visibleText } from './common.ts'
import { endpoint } from './endpoint.ts'
import { PUBLICATION_STATES } from './publications.ts'
import { fault } from './said.ts'
import * as routes from './routes.ts'

export const MODEL_UPLOAD = {
  /** Largest file. */
  bytes: 1024 ** 3,
  /** Of each part but the last one. */
  partBytes: 8 * 1024 ** 2,
} as const

const MODEL_LIMITS = {
  name: 100,
  description: 5000,
  words: 10,
  tags: 10,
  samples: 8,
} as const

/** A file on its way here. */
const ModelUpload = z.object({
  id: Id,
  filename: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  part_bytes: z.number().int(),
  /** Numbers of the parts that came, from 0. */
  received: z.array(z.number().int()),
  state: z.enum(['open', 'finished', 'published']),
})
export type ModelUpload = z.infer<typeof ModelUpload>

const PublishedModel = z.strictObject({
  name: visibleText(MODEL_LIMITS.name),
  description: z.string().trim().max(MODEL_LIMITS.description).default(''),
  type: z.literal('LORA').default('LORA'),
  /** A model of the engines by its id, or the name of another one; that of a training is known. */
  base_model: visibleText(100).optional(),
  version_name: visibleText(60).default('1'),
  trained_words: z.array(visibleText(100)).max(MODEL_LIMITS.words).default([]),
  tags: z.array(visibleText(40).toLowerCase()).max(MODEL_LIMITS.tags).default([]),
  licence: z.string().trim().max(200).default(''),
  rating: z.enum(['PG', 'PG13', 'Soft', 'Mature']).default('PG'),
  /** Source of the model file: exactly one of the publisher's own studio and a completed upload. */
  training: Id.optional(),
  upload: Id.optional(),
  /** Own published images. */
  samples: z.array(Id).max(MODEL_LIMITS.samples).default([]),
  /** An own model that this is a new version of. */
  model: Id.optional(),
  /** That it shows nobody real. */
  no_person: z.literal(true, fault('community.confirmNoPerson')),
})
export type PublishedModel = z.output<typeof PublishedModel>

/** A model as its publisher sees it, in any publication state. */
const OwnModel = CommunityModel.pick({
  id: true,
  slug: true,
  name: true,
  type: true,
  base_model: true,
  rating: true,
}).extend({
  state: z.enum(PUBLICATION_STATES),
  versions: z.number().int(),
  created_at: Timestamp,
})
export type OwnModel = z.infer<typeof OwnModel>

/** A model as the staff sees it before everybody does. */
const WaitingModel = CommunityModelDetail.pick({
  id: true,
  slug: true,
  name: true,
  type: true,
  base_model: true,
  rating: true,
  tags: true,
  creator: true,
  licence: true,
  trained_words: true,
}).extend({
  description: z.string(),
  state: z.enum(PUBLICATION_STATES),
  files: ModelVersion.shape.files,
  created_at: Timestamp,
})
export type WaitingModel = z.infer<typeof WaitingModel>

export const modelPublishing = {
  startUpload: endpoint({
    ...routes.modelPublishing.startUpload,
    access: 'user',
    feature: 'explore_models',
    summary:
      'Begin to upload the file of a model; the same file again answers the upload that was begun, with the parts that came',
    body: z.strictObject({
      filename: z
        .string()
        .max(200)
        .regex(/^[^/\\]+\.safetensors$/i, fault('community.chooseSafetensors')),
      bytes: z.number().int().min(64).max(MODEL_UPLOAD.bytes, fault('community.fileTooLarge')),
      sha256: z.string().regex(/^[0-9a-f]{64}$/, fault('community.sha256Needed')),
    }),
    response: ModelUpload,
    statuses: [201, 200],
    errors: ['email_not_verified', 'account_limited', 'conflict', 'throttled'],
  }),
  sendPart: endpoint({
    ...routes.modelPublishing.sendPart,
    access: 'user',
    feature: 'explore_models',
    summary:
      'Send a part as application/octet-stream, in any order and again after a failure; only the first one, whose header is read, must come first',
    params: z.object({ id: Id, n: z.string() }),
    file: { field: 'part', maxBytes: MODEL_UPLOAD.partBytes, raw: true },
    response: ModelUpload,
    errors: ['not_found', 'conflict'],
  }),
  finishUpload: endpoint({
    ...routes.modelPublishing.finishUpload,
    access: 'user',
    feature: 'explore_models',
    summary: 'Put the parts together; the file must have the SHA-256 that was said. Twice is once',
    params: IdParams,
    body: z.strictObject({}),
    response: ModelUpload,
    errors: ['not_found', 'conflict'],
  }),
  publish: endpoint({
    ...routes.modelPublishing.publish,
    access: 'user',
    feature: 'explore_models',
    summary:
      'Publish a model that was trained here, or the file of an upload, as a new model or as a version of an own one. Never one of a person',
    body: PublishedModel,
    response: OwnModel,
    statuses: [201],
    errors: ['email_not_verified', 'account_limited', 'not_found', 'conflict', 'throttled'],
  }),
  publishAgain: endpoint({
    ...routes.modelPublishing.publishAgain,
    access: 'user',
    feature: 'explore_models',
    summary: 'Publish an own model again that was withdrawn',
    params: IdParams,
    body: z.strictObject({}),
    response: OwnModel,
    errors: ['not_found', 'conflict'],
  }),
  mine: endpoint({
    ...routes.modelPublishing.mine,
    access: 'user',
    summary: 'Models of the caller, however they stand; the newest first, at most 200',
    response: z.object({ results: z.array(OwnModel) }),
  }),
  download: endpoint({
    ...routes.modelPublishing.download,
    access: 'public',
    feature: 'explore_models',
    summary: 'The file of a published model',
    params: IdParams,
    download: 'application/octet-stream',
    response: z.string(),
    errors: ['not_found'],
  }),
  waiting: endpoint({
    ...routes.modelPublishing.waiting,
    access: 'staff',
    summary: 'Models that wait to be published, or were hidden; the newest first',
    query: PageQuery.extend({ state: z.enum(['scanning', 'hidden']).default('scanning') }),
    response: page(WaitingModel),
  }),
  decide: endpoint({
    ...routes.modelPublishing.decide,
    access: 'staff',
    summary: 'Publish a model that waits, or hide it',
    params: IdParams,
    body: z.strictObject({
      action: z.enum(['publish', 'hide']),
      /** For the audit log. */
      reason: z.string().trim().max(500).optional(),
    }),
    response: WaitingModel,
    errors: ['not_found', 'conflict'],
  }),
}
