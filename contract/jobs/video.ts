import { z } from 'zod'
import { Id } from '../common.ts'
import { drawingRequest } from './drawing.ts'
import { LIMITS } from '../values/jobs/drawing.ts'
import { InputPicture, toolParameters } from './tool.ts'
import { VIDEO_LIMITS } from '../values/jobs/video.ts'

/** Who makes videos: this server itself, or a service that its operator has set up. */
export const VIDEO_PROVIDERS = [
  'BUILT_IN',
  'HEY_AI',
  'LUMA',
  'RUNWAY',
  'HAILUO',
  'KLING_1',
  'KLING_1_5',
  'LTX',
] as const
/** A model of a ComfyUI server: what its videos are priced by, then its own name. */
export const COMFYUI_VIDEO = 'COMFYUI'

/** A model that an administrator added to a service, by our own name for it. */
export const ADDED_VIDEO = 'ADDED'

export const VideoProviderName = z.union([
  z.enum(VIDEO_PROVIDERS),
  z.templateLiteral([`${COMFYUI_VIDEO}:`, z.string().regex(/^[\w.-]{1,120}$/)]),
  z.templateLiteral([`${ADDED_VIDEO}:`, z.string().regex(/^[\w.-]{1,60}$/)]),
])
export type VideoProviderName = z.infer<typeof VideoProviderName>

/** What the camera does; `none`: it stands. */
export const VIDEO_MOTIONS = [
  'none',
  'push_in',
  'pull_out',
  'pan_left',
  'pan_right',
  'orbit',
  'rise',
] as const
export const VideoMotion = z.enum(VIDEO_MOTIONS)
export type VideoMotion = z.infer<typeof VideoMotion>

const { size, seed } = LIMITS
const { prompts, duration } = VIDEO_LIMITS

const fields = {
  prompt: drawingRequest.prompt.optional(),
  /** Key images that run into each other; only where the provider takes several. */
  prompts: z.array(drawingRequest.prompt).min(prompts.min).max(prompts.max).optional(),
  /** The first frame: an own upload, or a delivered image that is own or public. */
  image: InputPicture.optional(),
  /** The last frame, beside `image` and chosen like it; only where the provider takes one. */
  end_image: InputPicture.optional(),
  /**
   * A video of one's own that is extended, by who made it: the result is a new video, that one and `duration` more seconds.
   * It comes without an image to start from and without a size.
   */
  video: Id.optional(),
  /** An own trained model: the words name what it shows `{subject}`. Only where the words are drawn here, and for one prompt. */
  training: Id.optional(),
  /** null: random. */
  seed: z.int().min(seed.min).max(seed.max).nullable().default(null),
}

/** A video of an image, of words, or of both; what is left out is chosen by what its provider offers. */
export const VideoRequest = z.strictObject({
  type: z.literal('VID'),
  provider: VideoProviderName.default('BUILT_IN'),
  ...fields,
  /** Whole seconds. */
  duration: z.int().min(duration.min).max(duration.max).optional(),
  width: z.int().min(size.min).max(size.max).optional(),
  height: z.int().min(size.min).max(size.max).optional(),
  motion: VideoMotion.optional(),
  quote: Id.optional(),
})

export const VideoParameters = z.looseObject({
  type: z.literal('VID'),
  provider: VideoProviderName,
  ...fields,
  seed: z.number().int().nullable(),
  duration: z.number().int(),
  motion: VideoMotion,
  /** What draws the words. */
  model: Id.optional(),
  /** The prompt as it was asked for, with its `{subject}`; with a training only. */
  shot: z.string().optional(),
  ...toolParameters,
})
