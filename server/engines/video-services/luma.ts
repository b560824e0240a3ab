import { z } from 'zod'
import type { Outbound } from '#server/platform/outbound-http.ts'
import {
  contentRefused,
  ServiceError,
  workFailed,
  workLost,
} from '../remote/service/service-error.ts'
import { createServiceCalls } from './call-service.ts'
import { judgeRefusal } from './judge-refusal.ts'
import { PLAIN, type ServiceAccount, type VideoClient } from './video-client.ts'

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

/** Luma's Dream Machine. First frames would have to lie where everybody sees them, so it starts from words alone. */
export function createLuma(account: ServiceAccount, outbound: Outbound): VideoClient {
  const calls = createServiceCalls({
    service: SERVICE,
    outbound,
    baseUrl: account.baseUrl ?? OWN_URL,
    headers: () => ({ authorization: `Bearer ${account.key}` }),
    judge: (refusal) => judgeRefusal(SERVICE, refusal, (text) => CONTENT.test(text)),
  })
  return {
    models: [
      {
        ...PLAIN,
        provider: 'LUMA',
        name: 'Luma Ray 2',
        durations: [5, 9],
        sizes: SIZES,
        prompt: 'needed',
        image: 'none',
        costMicros: 142_000,
      },
    ],
    async start({ prompt, duration, width, height }) {
      const made = await calls.ask('/generations/video', Generation, {
        body: {
          generation_type: 'video',
          model: 'ray-2',
          prompt,
          aspect_ratio: RATIOS[`${width}x${height}`],
          resolution: '720p',
          duration: `${duration}s`,
          ...(account.webhookUrl !== null && { callback_url: account.webhookUrl }),
        },
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
      return { state: 'done', url }
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
