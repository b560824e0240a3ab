import { z } from 'zod'
import type { VideoMotion } from '#contract/jobs/video.ts'
import { type Outbound, OutboundError } from '#server/platform/outbound-http.ts'
import { troubleOfCall } from '../remote/remote-error.ts'
import {
  contentRefused,
  notAvailable,
  ServiceError,
  workFailed,
  workLost,
} from '../remote/service/service-error.ts'
import { createServiceCalls } from './call-service.ts'
import { judgeRefusal } from '../remote/service/judge-refusal.ts'
import { jpegUrl, type ServiceAccount, type VideoClient, type VideoOrder } from './video-client.ts'

const SERVICE = 'ltx'
const UPLOAD_MS = 300_000
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
const Place = z.object({
  upload_url: z.string(),
  storage_uri: z.string(),
  required_headers: z.record(z.string(), z.string()).nullish(),
})
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

  /** @returns where the service finds it */
  async function upload(file: Uint8Array): Promise<string> {
    const place = await calls.ask('/v1/upload', Place, { method: 'POST' })
    const sent = await outbound
      .send(place.upload_url, {
        method: 'PUT',
        headers: { 'content-type': 'video/mp4', ...place.required_headers },
        body: file,
        timeoutMs: UPLOAD_MS,
      })
      .catch((error: unknown) => {
        throw notAvailable(SERVICE, error instanceof OutboundError ? error.message : 'failed', {
          trouble: troubleOfCall(error),
        })
      })
    if (sent.status > 299) throw notAvailable(SERVICE, `took no file: ${sent.status}`)
    return place.storage_uri
  }

  async function extend({ prompt, duration }: VideoOrder, file: Uint8Array): Promise<string> {
    const { id } = await calls.ask('/v2/extend', Started, {
      body: {
        video_uri: await upload(file),
        prompt,
        model: 'ltx-2-3-pro',
        duration,
        direction: 'end',
      },
    })
    return `extend/${id}`
  }

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
        endFrame: { durations: [6, 8, 10] },
        extend: { durations: [6, 4, 8, 10], motions: ['none'], prompt: 'needed', endFrame: false },
        extendCostMicros: 100_000,
        costMicros: 40_000,
      },
    ],
    async start(order) {
      if (order.extended) return extend(order, order.extended.file)
      const { prompt, image, endImage, duration, width, height, motion, seed } = order
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
          ...(image && { image_uri: jpegUrl(image) }),
          ...(endImage && { last_frame_uri: jpegUrl(endImage) }),
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
      return { state: 'done', url: job.result.video_url, continuation: { by: 'file' } }
    },
  }
}
