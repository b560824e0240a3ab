import { z } from 'zod'
import type { Outbound } from '#server/platform/outbound-http.ts'
import {
  contentRefused,
  ServiceError,
  workFailed,
  workLost,
} from '../remote/service/service-error.ts'
import { createServiceCalls } from './call-service.ts'
import { explainGone } from './explain-gone.ts'
import { judgeRefusal } from '../remote/service/judge-refusal.ts'
import { PLAIN, type ServiceAccount, type VideoClient, type VideoOrder } from './video-client.ts'

const SERVICE = 'luma'
const OWN_URL = 'https://api.lumalabs.ai/dream-machine/v1'
const CONTENT = /moderat|inappropriate|content policy|safety/i

const SIZES = [
  { width: 1280, height: 720 },
  { width: 720, height: 1280 },
  { width: 960, height: 960 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
]
const DURATIONS = [5, 9]
const RATIOS: Record<string, string> = {
  '1280x720': '16:9',
  '720x1280': '9:16',
  '960x960': '1:1',
  '1024x768': '4:3',
  '768x1024': '3:4',
}

const Generation = z.object({
  id: z.string().min(1),
  state: z.enum(['queued', 'dreaming', 'completed', 'failed']),
  failure_reason: z.string().nullish(),
  assets: z.object({ video: z.string().nullish() }).nullish(),
})

/** Luma's Dream Machine. It takes images by their addresses alone, so they are offered only where it can reach us. */
export function createLuma(account: ServiceAccount, outbound: Outbound): VideoClient {
  const calls = createServiceCalls({
    service: SERVICE,
    outbound,
    baseUrl: account.baseUrl ?? OWN_URL,
    headers: () => ({ authorization: `Bearer ${account.key}` }),
    judge: (refusal) => judgeRefusal(SERVICE, refusal, (text) => CONTENT.test(text)),
  })
  const { webhookUrl } = account
  const imageAt = (url: string | undefined) =>
    url === undefined || webhookUrl === null
      ? null
      : { type: 'image', url: new URL(url, webhookUrl).href }
  /** What the video begins and ends with: images, or a video that it goes on from. */
  function keyframesOf({ imageUrl, endImageUrl, extended }: VideoOrder) {
    const first = extended ? { type: 'generation', id: extended.id } : imageAt(imageUrl)
    const last = imageAt(endImageUrl)
    return first || last ? { ...(first && { frame0: first }), ...(last && { frame1: last }) } : null
  }
  return {
    models: [
      {
        ...PLAIN,
        provider: 'LUMA',
        name: 'Luma Ray 2',
        durations: DURATIONS,
        sizes: SIZES,
        prompt: 'needed',
        image: webhookUrl === null ? 'none' : 'optional',
        endFrame: webhookUrl === null ? null : { durations: DURATIONS },
        extend: {
          durations: DURATIONS,
          motions: ['none'],
          prompt: 'needed',
          endFrame: webhookUrl !== null,
        },
        costMicros: 142_000,
      },
    ],
    async start(order) {
      const { prompt, duration, width, height } = order
      const keyframes = keyframesOf(order)
      const request = calls.ask('/generations/video', Generation, {
        body: {
          generation_type: 'video',
          model: 'ray-2',
          prompt,
          aspect_ratio: RATIOS[`${width}x${height}`],
          resolution: '720p',
          duration: `${duration}s`,
          ...(keyframes && { keyframes }),
          ...(webhookUrl !== null && { callback_url: webhookUrl }),
        },
      })
      const made = await request.catch((error: unknown) => {
        throw order.extended ? explainGone(SERVICE, error) : error
      })
      return made.id
    },
    async read(id, signal) {
      const path = `/generations/${encodeURIComponent(id)}`
      const made = await calls.ask(path, Generation, { signal }).catch((error: unknown) => {
        throw error instanceof ServiceError && error.status === 404 ? workLost(SERVICE, id) : error
      })
      if (made.state === 'failed') {
        const reason = made.failure_reason ?? 'no reason'
        throw CONTENT.test(reason) ? contentRefused(SERVICE, reason) : workFailed(SERVICE, reason)
      }
      if (made.state !== 'completed') return { state: 'running' }
      const url = made.assets?.video
      if (!url) throw workFailed(SERVICE, 'no video')
      return { state: 'done', url, continuation: { by: 'maker', id: made.id, until: null } }
    },
    cancel: (id) => calls.send(`/generations/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    // Unsigned: whoever calls has only a look taken at a request that runs.
    receive: async ({ body }) => Generation.safeParse(parseJson(body)).data?.id ?? null,
  }
}

/** Null for what is no JSON. */
function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return null
  }
}
