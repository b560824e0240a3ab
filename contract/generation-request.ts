import { z } from 'zod'
import { DetailPassParameters, DetailPassRequest } from './jobs/detail-pass.ts'
import { EditImageParameters, EditImageRequest } from './jobs/edit-image.ts'
import { FaceSwapParameters, FaceSwapRequest } from './jobs/face-swap.ts'
import { FixFacesParameters, FixFacesRequest } from './jobs/fix-faces.ts'
import { HeadshotsParameters, HeadshotsRequest } from './jobs/headshots.ts'
import { ImageToImageParameters, ImageToImageRequest } from './jobs/image-to-image.ts'
import { InstantAvatarsParameters, InstantAvatarsRequest } from './jobs/instant-avatars.ts'
import { OwnWorkflowParameters, OwnWorkflowRequest } from './jobs/own-workflow.ts'
import { PackShotParameters, PackShotRequest } from './jobs/pack-shot.ts'
import { RemoveBackgroundParameters, RemoveBackgroundRequest } from './jobs/remove-background.ts'
import { RemoveObjectParameters, RemoveObjectRequest } from './jobs/remove-object.ts'
import { ReplaceBackgroundParameters, ReplaceBackgroundRequest } from './jobs/replace-background.ts'
import { TextToImageParameters, TextToImageRequest } from './jobs/text-to-image.ts'
import { UpscaleByPromptParameters, UpscaleByPromptRequest } from './jobs/upscale-by-prompt.ts'
import { VideoParameters, VideoRequest } from './jobs/video.ts'
import {
  ProUpscaleParameters,
  ProUpscaleRequest,
  UpscaleParameters,
  UpscaleRequest,
} from './jobs/upscale.ts'

/**
 * The request of `inference_jobs/`, `create_or_find/` and `quotes/`: `type` decides what else it has. A new kind of job
 * is a new member of this union and of the one below.
 */
export const GenerationRequest = z.discriminatedUnion('type', [
  TextToImageRequest,
  ImageToImageRequest,
  RemoveBackgroundRequest,
  UpscaleRequest,
  ProUpscaleRequest,
  FaceSwapRequest,
  FixFacesRequest,
  InstantAvatarsRequest,
  HeadshotsRequest,
  ReplaceBackgroundRequest,
  RemoveObjectRequest,
  EditImageRequest,
  UpscaleByPromptRequest,
  DetailPassRequest,
  VideoRequest,
  PackShotRequest,
  OwnWorkflowRequest,
])
export type GenerationRequest = z.output<typeof GenerationRequest>
export type GenerationRequestInput = z.input<typeof GenerationRequest>
/** The types of job that can be asked for. */
export type RequestType = GenerationRequest['type']

/** A request as a job keeps it, every default filled in. */
export const GenerationParameters = z.discriminatedUnion('type', [
  TextToImageParameters,
  ImageToImageParameters,
  RemoveBackgroundParameters,
  UpscaleParameters,
  ProUpscaleParameters,
  FaceSwapParameters,
  FixFacesParameters,
  InstantAvatarsParameters,
  HeadshotsParameters,
  ReplaceBackgroundParameters,
  RemoveObjectParameters,
  UpscaleByPromptParameters,
  DetailPassParameters,
  EditImageParameters,
  VideoParameters,
  PackShotParameters,
  OwnWorkflowParameters,
])
export type GenerationParameters = z.infer<typeof GenerationParameters>

/** The request that makes one picture again; what it has beside its type is its kind's business. */
export const RemakingRequest = z.union([
  TextToImageParameters,
  ImageToImageParameters,
  z.looseObject({ type: z.string() }),
])
export type RemakingRequest = z.infer<typeof RemakingRequest>

/** Requests of the kinds that draw from a prompt. */
export type DrawingRequestInput =
  | z.input<typeof TextToImageRequest>
  | z.input<typeof ImageToImageRequest>
export type DrawingRequest = Extract<GenerationRequest, { type: 'TTI' | 'ITI' }>
