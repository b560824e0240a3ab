import { z } from 'zod'
import { Id, IdParams, Nothing, page, PageQuery, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Job, SUBMIT_ERRORS, type UnsaidJob } from './inference-jobs.ts'
import { VIDEO_MOTIONS, VideoParameters, VideoProviderName, VideoRequest } from './jobs/video.ts'
import { Video } from './prediction-images.ts'
import * as routes from './routes.ts'

/** A job that makes a video, as `video_inference_jobs/` answers it. */
export const VideoJob = Job.pick({
  id: true,
  status: true,
  created_at: true,
  started_at: true,
  finished_at: true,
  deadline_at: true,
  cost: true,
  progress: true,
  queue: true,
  engine: true,
  error: true,
  cancel_requested: true,
}).extend({
  type: z.literal('video'),
  parameters: VideoParameters,
  /** Null until it is delivered, and when it was deleted. */
  video: Video.extend({
    id: Id,
    poster_url: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    created_at: Timestamp,
  }).nullable(),
})
export type VideoJob = z.infer<typeof VideoJob>
/** As the server writes it: its texts may be keys and their values. */
export type UnsaidVideoJob = Omit<VideoJob, 'error'> & Pick<UnsaidJob, 'error'>

/** The same job as the API of videos shows it. */
export function asVideoJob<J extends UnsaidJob>(
  job: J,
): Omit<VideoJob, 'error'> & Pick<J, 'error'> {
  const { outputs: _outputs, first_engine: _first, attempt: _attempt, ...rest } = job
  const { images, batch: _batch, ...shown } = rest
  const [image] = images
  return {
    ...shown,
    type: 'video',
    parameters: job.parameters as z.infer<typeof VideoParameters>,
    video: image?.video
      ? {
          ...image.video,
          id: image.id,
          poster_url: image.url,
          width: image.width,
          height: image.height,
          created_at: image.created_at,
        }
      : null,
  }
}

/** Somebody who makes videos here now. */
export const VideoProvider = z.object({
  provider: VideoProviderName,
  name: z.string(),
  /** Whole seconds that may be asked for, the usual first. */
  durations: z.array(z.number().int()),
  /** Sizes to offer, the usual first, each with its ratio as `16:9`. */
  sizes: z.array(
    z.object({ ratio: z.string(), width: z.number().int(), height: z.number().int() }),
  ),
  /** Any other size whose sides are multiples of `step`; null: only those of `sizes`. */
  free_size: z
    .object({ min: z.number().int(), max: z.number().int(), step: z.number().int() })
    .nullable(),
  motions: z.array(z.enum(VIDEO_MOTIONS)),
  /** Whether it takes words, a first frame, and how many key images. */
  prompt: z.enum(['needed', 'optional']),
  image: z.enum(['needed', 'optional', 'none']),
  max_prompts: z.number().int(),
  /** The seconds that a video with a last frame may have, the usual first; null: it takes none. */
  end_frame: z.object({ durations: z.array(z.number().int()) }).nullable(),
  /** How videos that it made are extended: `durations` are the seconds that are added, the usual first; null: not at all. */
  extend: z
    .object({
      durations: z.array(z.number().int()),
      motions: z.array(z.enum(VIDEO_MOTIONS)),
      prompt: z.enum(['needed', 'optional', 'none']),
      end_frame: z.boolean(),
    })
    .nullable(),
  credits_per_second: z.number().int(),
  /** Median seconds for a second of video, as measured here; null: not known yet. */
  wait_p50: z.number().nullable(),
})
export type VideoProvider = z.infer<typeof VideoProvider>

/** What `create_video/` takes beside the image. */
export const VideoChoice = VideoRequest.omit({ type: true, image: true, video: true })

export const videoInferenceJobs = {
  create: endpoint({
    ...routes.videoInferenceJobs.create,
    access: 'user',
    summary: 'Make a video: a job of type VID; header Idempotency-Key as for images',
    body: VideoRequest.omit({ type: true }),
    response: VideoJob,
    statuses: [201],
    errors: SUBMIT_ERRORS,
  }),
  createOf: endpoint({
    ...routes.videoInferenceJobs.createOf,
    access: 'user',
    summary: 'Make a video of an image that was made here',
    params: IdParams,
    body: VideoChoice.optional(),
    response: VideoJob,
    statuses: [201],
    errors: SUBMIT_ERRORS,
  }),
  running: endpoint({
    ...routes.videoInferenceJobs.running,
    access: 'user',
    summary: 'Videos pending or running, newest first',
    query: PageQuery,
    response: page(VideoJob),
  }),
  success: endpoint({
    ...routes.videoInferenceJobs.success,
    access: 'user',
    summary: 'Videos that were made, newest first',
    query: PageQuery,
    response: page(VideoJob),
  }),
  detail: endpoint({
    ...routes.videoInferenceJobs.detail,
    access: 'user',
    summary: 'One video job',
    params: IdParams,
    response: VideoJob,
  }),
  cancel: endpoint({
    ...routes.videoInferenceJobs.cancel,
    access: 'user',
    summary: 'Cancel; what is not delivered is released. An ended job is answered unchanged',
    params: IdParams,
    body: z.strictObject({}).optional(),
    response: VideoJob,
  }),
  remove: endpoint({
    ...routes.videoInferenceJobs.remove,
    access: 'user',
    summary: 'Cancel what runs, and move a video that was made to the trash',
    params: IdParams,
    response: Nothing,
  }),
  providers: endpoint({
    ...routes.videoInferenceJobs.providers,
    access: 'public',
    summary: 'Who makes videos here, with durations, sizes and price a second',
    response: z.object({ results: z.array(VideoProvider) }),
  }),
}
