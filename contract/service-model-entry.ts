import { z } from 'zod'
import { AVATAR_LIMITS } from './jobs/instant-avatars.ts'
import { VIDEO_LIMITS } from './values/jobs/video.ts'
import { SAMPLERS } from './samplers.ts'
import { fault } from './said.ts'

/** Values of an order that an input of a model may name, as `$prompt`. */
export const ORDER_VALUES = [
  'prompt',
  'negative',
  'size',
  'pixels',
  'width',
  'height',
  'aspect',
  'steps',
  'guidance',
  'strength',
  'sampler',
  'seed',
  'image',
  'images',
  'mask',
  'kept_mask',
  'duration',
  'source',
  'target',
  'scale',
] as const
export type OrderValue = (typeof ORDER_VALUES)[number]

/**
 * The inputs of a request to a service. A text that is exactly `$name` is replaced by a value of the order: one of
 * {@link ORDER_VALUES} (`size` is `{width, height}`, `pixels` is `1024x768`; of `mask` what is white is drawn over, of
 * `kept_mask` what is black), of drawings with LoRAs `loras` (addresses and
 * weights), with one that the service keeps `weight`, of trainings `pictures` (a zip), `trigger, isStyle`; a field whose
 * value the order does not have is left out.
 */
const Input = z.record(z.string().max(200), z.unknown())

/**
 * The cost that the service bills. Of a video a `second` is one of the video, a `compute_second` one of the time that its
 * service computes, and a `request` all of it; of everything else a `second` is one of computing, too.
 */
export const ServiceCost = z.strictObject({
  dollars: z.number().min(0).max(1000),
  per: z.enum(['image', 'megapixel', 'second', 'compute_second', 'request']),
})
export type ServiceCost = z.output<typeof ServiceCost>

/**
 * The service's name for a model: `fal-ai/flux/dev`, `owner/name` or `owner/name:version`. Never an address: the clients of
 * services would send the request, and the key with it, wherever that leads.
 */
export const ServiceEndpoint = z
  .string()
  .max(200)
  .regex(/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)+(?::[\w.-]+)?$/, fault('console.modelIdNeeded'))

const common = {
  name: z.string().min(1).max(200),
  licence: z.string().max(500).default(''),
  endpoint: ServiceEndpoint,
  input: Input,
  cost: ServiceCost,
}

/** How a result comes to the size that was asked for: `exact` has it, `cover` is scaled to it and cut in the middle. */
const Fit = z.enum(['exact', 'cover'])

/** Another endpoint for a request, with what that one takes. */
const Way = z.strictObject({ endpoint: ServiceEndpoint, input: Input, fit: Fit.default('cover') })

/** The endpoint of drawings with a LoRA that the service keeps itself: the name that it has there. */
export const TRAINED = '$trained'
const LoraWay = Way.extend({ endpoint: z.union([ServiceEndpoint, z.literal(TRAINED)]) })

const Credits = z.int().min(1).max(1000).default(1)

/** `16:9` or `1344x768` and so on, of a service that takes no pixels; the nearest one is sent as `$aspect`. */
const Aspects = z
  .array(z.string().regex(/^\d+[:x]\d+$/))
  .min(1)
  .optional()

/** Fields that all models that draw have in common. */
const drawn = {
  ...common,
  description: z.string().max(1000).default(''),
  /** Credits for an image up to one megapixel. */
  credits: Credits,
  nativeSize: z.int().min(8).max(16_384).default(1024),
  maxTokens: z.int().min(1).default(512),
  sizes: z.strictObject({
    min: z.int().min(8).max(16_384),
    max: z.int().min(8).max(16_384),
    step: z.int().min(1).max(256),
  }),
  /** The service's names by ours; left out: the model has its own. */
  samplers: z.partialRecord(z.enum(SAMPLERS), z.string()).optional(),
  maxSteps: z.int().min(1).max(100).default(100),
}

const DrawingModel = z.strictObject({
  does: z.literal('draw'),
  ...drawn,
  fit: Fit.default('exact'),
  aspects: Aspects,
  /** Where image to image goes; left out: it cannot. */
  fromImage: Way.optional(),
  /** Where drawings over parts of an image go, and around one; left out: it cannot. */
  withMask: Way.omit({ fit: true }).optional(),
  /** Where drawings with LoRAs of people's own go; left out: it takes none. */
  withLoras: LoraWay.extend({ fromImage: LoraWay.optional() }).optional(),
  /** Whether it shows people as photographs do, and a LoRA trained on somebody draws that person. */
  drawsPeople: z.boolean().default(false),
  /** Where such a LoRA is trained; left out: nowhere. */
  training: z
    .strictObject({
      endpoint: ServiceEndpoint,
      input: Input,
      cost: ServiceCost,
      steps: z.int().min(1).max(10_000),
    })
    .optional(),
})
export type DrawingModel = z.output<typeof DrawingModel>

/** Draws over parts of an image, and around one, and nothing from words alone. */
const MaskModel = z.strictObject({ does: z.literal('inpaint'), ...drawn })
export type MaskModel = z.output<typeof MaskModel>

const Seconds = z.int().min(VIDEO_LIMITS.duration.min).max(VIDEO_LIMITS.duration.max)

const VideoModel = z.strictObject({
  does: z.literal('video'),
  ...common,
  description: z.string().max(1000).default(''),
  /** Credits for a second. */
  credits: Credits,
  /** Whole seconds that may be asked for, the usual first. */
  durations: z.array(Seconds).min(1).max(VIDEO_LIMITS.duration.max),
  /** How the service is told them: 5, "5" or "5s". */
  durationAs: z.enum(['number', 'text', 'seconds']).default('number'),
  /** Shorter side of its videos, pixels. */
  edge: z.int().min(128).max(2160).default(720),
  /** Left out: wide, tall and square ones. */
  aspects: Aspects,
  /** Where videos of an image go, if `input` names none; left out: it makes none of an image. */
  fromImage: Way.omit({ fit: true }).optional(),
})
export type VideoModelEntry = z.output<typeof VideoModel>

/** Abilities that a tool of a service may have. */
const SERVICE_TOOLS = [
  'remove_background',
  'upscale',
  'swap_faces',
  'fix_faces',
  'edit_image',
] as const

/** Largest image that a tool is given. */
const taken = {
  maxEdge: z.int().min(64).max(16_384).default(4096),
  maxPixels: z.int().min(4096).default(16_777_216),
}

const ToolModel = z.strictObject({
  does: z.enum(SERVICE_TOOLS),
  ...common,
  ...taken,
  /** For an edit: credits for an image. The other tools cost what the price list says. */
  credits: Credits,
  /** For an edit: how many images it can start from. */
  maxInputs: z.int().min(1).max(4).default(1),
  scales: z.array(z.literal([2, 3, 4, 8])).optional(),
})
export type ServiceTool = z.output<typeof ToolModel>

/** Shows the person of one photo in some looks, without a training: each image is drawn by the prompt of its look. */
const AvatarModel = z.strictObject({
  does: z.literal('draw_avatars'),
  ...common,
  ...taken,
  /** Credits for an image. */
  credits: Credits,
  /** Side of its images, which are square, pixels. */
  edge: z.int().min(256).max(2048).default(1024),
  looks: z
    .array(
      z.strictObject({
        id: z.string().min(1).max(60),
        name: z.string().min(1).max(100),
        prompt: z.string().min(1).max(1000),
      }),
    )
    .min(1)
    .max(AVATAR_LIMITS.styles),
})
export type AvatarModel = z.output<typeof AvatarModel>

/** Writes; what an answer costs in credits is a setting. */
const WritingModel = z.strictObject({
  does: z.enum(['improve_prompt', 'describe_image']),
  ...common,
})
export type WritingModel = z.output<typeof WritingModel>

/** A model of a service: what it does, and how an order becomes a request for it. */
export const ServiceModelEntry = z.discriminatedUnion('does', [
  DrawingModel,
  MaskModel,
  VideoModel,
  ToolModel,
  AvatarModel,
  WritingModel,
])
export type ServiceModelEntry = z.output<typeof ServiceModelEntry>

/** Abilities that an added tool may have; those for faces cannot be tried, for there is no photo of a person to try them on. */
const ADDED_TOOLS = ['remove_background', 'upscale', 'edit_image'] as const

/** One that administrators may add by themselves. */
export const AddedModelEntry = z.discriminatedUnion('does', [
  DrawingModel,
  MaskModel,
  VideoModel,
  ToolModel.extend({ does: z.enum(ADDED_TOOLS) }),
])
export type AddedModelEntry = z.output<typeof AddedModelEntry>

/** Our name for a model. */
export const ServiceModelId = z
  .string()
  .max(60)
  .regex(/^[\w.-]+$/, fault('console.modelLetters'))
