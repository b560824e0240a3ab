import { z } from 'zod'
import type { Outbound } from '#server/platform/outbound-http.ts'
import {
  contentRefused,
  notAvailable,
  ServiceError,
  workFailed,
  workLost,
} from '../remote/service/service-error.ts'
import { createServiceCalls } from './call-service.ts'
import { judgeRefusal, type Refusal } from '../remote/service/judge-refusal.ts'
import { jpegUrl, PLAIN, type ServiceAccount, type VideoClient } from './video-client.ts'

const SERVICE = 'runway'
const OWN_URL = 'https://api.dev.runwayml.com'
/** A credit of theirs is a cent. */
const CREDIT_MICROS = 10_000

const Task = z.object({
  id: z.string(),
  status: z.enum(['PENDING', 'THROTTLED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED']),
  output: z.array(z.string()).nullish(),
  failure: z.string().nullish(),
  failureCode: z.string().nullish(),
  cost: z.object({ credits: z.number() }).nullish(),
})

function judge(refusal: Refusal): ServiceError {
  // No money there is a 400 like a wrong request.
  if (refusal.status === 400 && /enough credits/i.test(refusal.text))
    return notAvailable(SERVICE, refusal.text, { status: 402 })
  return judgeRefusal(SERVICE, refusal, (text) => /SAFETY|moderation/.test(text))
}

/** Runway's Gen-4 Turbo, which starts from an image. It calls nobody: it is asked. */
export function createRunway(account: ServiceAccount, outbound: Outbound): VideoClient {
  const calls = createServiceCalls({
    service: SERVICE,
    outbound,
    baseUrl: account.baseUrl ?? OWN_URL,
    headers: () => ({
      authorization: `Bearer ${account.key}`,
      'x-runway-version': '2024-11-06',
    }),
    judge,
  })
  return {
    models: [
      {
        ...PLAIN,
        provider: 'RUNWAY',
        name: 'Runway Gen-4 Turbo',
        durations: [5, 10],
        sizes: [
          { width: 1280, height: 720 },
          { width: 720, height: 1280 },
          { width: 960, height: 960 },
          { width: 1104, height: 832 },
          { width: 832, height: 1104 },
          { width: 1584, height: 672 },
        ],
        prompt: 'optional',
        image: 'needed',
        costMicros: 50_000,
      },
    ],
    async start({ prompt, image, duration, width, height, seed }) {
      const { id } = await calls.ask('/v1/image_to_video', z.object({ id: z.string().min(1) }), {
        body: {
          model: 'gen4_turbo',
          promptImage: jpegUrl(image ?? new Uint8Array()),
          ...(prompt !== '' && { promptText: prompt.slice(0, 1000) }),
          ratio: `${width}:${height}`,
          duration,
          seed,
        },
      })
      return id
    },
    async read(id, signal) {
      const path = `/v1/tasks/${encodeURIComponent(id)}`
      const task = await calls.ask(path, Task, { signal }).catch((error: unknown) => {
        throw error instanceof ServiceError && error.status === 404 ? workLost(SERVICE, id) : error
      })
      const reason = `${task.failureCode ?? 'INTERNAL'}: ${task.failure ?? ''}`
      if (task.status === 'CANCELLED') throw workFailed(SERVICE, 'was cancelled')
      if (task.status === 'FAILED')
        throw /SAFETY/.test(reason) ? contentRefused(SERVICE, reason) : workFailed(SERVICE, reason)
      if (task.status !== 'SUCCEEDED') return { state: 'running' }
      const url = task.output?.[0]
      if (!url) throw workFailed(SERVICE, 'no video')
      const costMicros = task.cost && Math.round(task.cost.credits * CREDIT_MICROS)
      return { state: 'done', url, ...(typeof costMicros === 'number' && { costMicros }) }
    },
    cancel: (id) => calls.send(`/v1/tasks/${encodeURIComponent(id)}`, { method: 'DELETE' }),
  }
}
