import { z } from 'zod'
import type { VideoMotion } from '#contract/jobs/video.ts'
import type { Outbound } from '#server/platform/outbound-http.ts'
import {
  contentRefused,
  ServiceError,
  workFailed,
  workLost,
} from '../remote/service/service-error.ts'
import { createServiceCalls } from './call-service.ts'
import { judgeRefusal } from './judge-refusal.ts'
import { type ServiceAccount, type VideoClient } from './video-client.ts'

const SERVICE = 'ltx'
const OWN_URL = 'https://api.ltx.video'

/** The camera in their words. */
const CAMERA: Partial<Record<VideoMotion, string>> = {
  none: 'static',
  push_in: 'dolly_in',
  pull_out: 'dolly_out',
  pan_left: 'dolly_left',
  pan_right: 'dolly_right',
  rise: 'jib_up',
}

const Started = z.object({ id: z.string().min(1) })
const Job = z.object({
  status: z.enum(['pending', 'processing', 'completed', 'failed']),
  result: z.object({ video_url: z.string().nullish() }).nullish(),
  error: z.object({ type: z.string(), message: z.string() }).nullish(),
})

/** LTX of Lightricks, the interface that does not keep a line open. It calls nobody: it is asked. */
export function createLtx(account: ServiceAccount, outbound: Outbound): VideoClient {
  const calls = createServiceCalls({
    service: SERVICE,
    outbound,
    baseUrl: account.baseUrl ?? OWN_URL,
    headers: () => ({ authorization: `Bearer ${account.key}` }),
    judge: (refusal) =>
      judgeRefusal(SERVICE, refusal, (text) => text.includes('content_filtered_error')),
  })
  return {
    models: [
      {
        provider: 'LTX',
        name: 'LTX-2.3 Fast',
        hash: null,
        durations: [6, 8, 10],
        sizes: [{ width: 1920, height: 1080 }],
        motions: ['push_in', 'none', 'pull_out', 'pan_left', 'pan_right', 'rise'],
        prompt: 'needed',
        image: 'optional',
        maxPrompts: 0,
        costMicros: 40_000,
      },
    ],
    async start({ prompt, image, duration, width, height, motion, seed }) {
      // The job is found under the path that began it.
      const way = image ? 'image-to-video' : 'text-to-video'
      const { id } = await calls.ask(`/v2/${way}`, Started, {
        body: {
          prompt,
          model: 'ltx-2-3-fast',
          duration,
          resolution: `${width}x${height}`,
          camera_motion: CAMERA[motion],
          seed,
          ...(image && {
            image_uri: `data:image/jpeg;base64,${Buffer.from(image).toString('base64')}`,
          }),
        },
      })
      return `${way}/${id}`
    },
    async read(id, signal) {
      const job = await calls.ask(`/v2/${id}`, Job, { signal }).catch((error: unknown) => {
        throw error instanceof ServiceError && error.status === 404 ? workLost(SERVICE, id) : error
      })
      if (job.status === 'failed') {
        const { type = '', message = 'no reason' } = job.error ?? {}
        throw type === 'content_filtered_error'
          ? contentRefused(SERVICE, message)
          : workFailed(SERVICE, `${type} ${message}`)
      }
      if (job.status !== 'completed') return { state: 'running' }
      if (!job.result?.video_url) throw workFailed(SERVICE, 'no video')
      return { state: 'done', url: job.result.video_url }
    },
  }
}
