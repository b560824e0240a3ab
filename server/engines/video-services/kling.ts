import { z } from 'zod'
import type { VideoMotion } from '#contract/jobs/video.ts'
import type { Outbound } from '#server/platform/outbound-http.ts'
import {
  contentRefused,
  notAvailable,
  type ServiceError,
  workFailed,
  workLost,
} from '../remote/service/service-error.ts'
import { createServiceCalls, type Refusal } from './call-service.ts'
import { judgeRefusal } from './judge-refusal.ts'
import { klingToken } from './kling-token.ts'
import { PLAIN, type ServiceAccount, type VideoClient } from './video-client.ts'

const SERVICE = 'kling'
const OWN_URL = 'https://api-singapore.klingai.com'
const RATIOS: Record<string, string> = { '1280x720': '16:9', '720x1280': '9:16', '960x960': '1:1' }
const SIZES = [
  { width: 1280, height: 720 },
  { width: 720, height: 1280 },
  { width: 960, height: 960 },
]
/** The camera in their words, of the first model and without an image only. */
const CAMERA: Partial<Record<VideoMotion, Record<string, number>>> = {
  push_in: { zoom: -5 },
  pull_out: { zoom: 5 },
  pan_left: { horizontal: -5 },
  pan_right: { horizontal: 5 },
  rise: { vertical: 5 },
}

const Task = z.object({
  data: z.object({
    task_id: z.string().min(1),
    task_status: z.enum(['submitted', 'processing', 'succeed', 'failed']),
    task_status_msg: z.string().nullish(),
    task_result: z.object({ videos: z.array(z.object({ url: z.string() })).nullish() }).nullish(),
  }),
})
const Code = z.object({ code: z.number().int(), message: z.string().nullish() })
const Hint = z.object({ task_id: z.string() })

/** 429 is both "later" and "no money": the code inside tells. Either way another time or place may do it. */
function judge(refusal: Refusal): ServiceError {
  const { code } = Code.safeParse(parse(refusal.text)).data ?? { code: 0 }
  if (code === 1300 || code === 1301) return contentRefused(SERVICE, refusal.text)
  if (code === 1203) return workLost(SERVICE, 'of this id')
  if (code >= 1000 && code < 1200)
    return notAvailable(SERVICE, refusal.text, { status: refusal.status })
  return judgeRefusal(SERVICE, refusal)
}

/** Kling 1 and 1.5. There is no call that cancels. */
export function createKling(account: ServiceAccount, outbound: Outbound): VideoClient {
  const calls = createServiceCalls({
    service: SERVICE,
    outbound,
    baseUrl: account.baseUrl ?? OWN_URL,
    headers: () => ({ authorization: `Bearer ${klingToken(account.key, account.secret ?? '')}` }),
    judge,
  })
  const read = (id: string, signal?: AbortSignal) =>
    calls.ask(`/v1/videos/${id}`, Task, signal ? { signal } : {})
  const model = { durations: [5, 10], sizes: SIZES, prompt: 'needed', ...PLAIN } as const
  return {
    models: [
      {
        ...model,
        provider: 'KLING_1',
        name: 'Kling 1',
        image: 'optional',
        motions: ['none', 'push_in', 'pull_out', 'pan_left', 'pan_right', 'rise'],
        costMicros: 28_000,
      },
      {
        ...model,
        provider: 'KLING_1_5',
        name: 'Kling 1.5',
        image: 'needed',
        costMicros: 56_000,
      },
    ],
    async start(order) {
      const { provider, prompt, image, duration, width, height, motion, key, isRepeated } = order
      const way = image ? 'image2video' : 'text2video'
      let own = key
      if (isRepeated) {
        // Our own id finds what an earlier attempt began, whose answer was lost.
        const begun = await read(`${way}/${key}`).catch(() => null)
        if (begun && begun.data.task_status !== 'failed') return `${way}/${begun.data.task_id}`
        // A failed task keeps its id for ever.
        if (begun) own = `${key}-${Date.now()}`
      }
      const config = CAMERA[motion]
      const body = {
        model_name: provider === 'KLING_1' ? 'kling-v1' : 'kling-v1-5',
        prompt: prompt.slice(0, 2500),
        mode: 'std',
        duration: String(duration),
        external_task_id: own,
        ...(image
          ? { image: Buffer.from(image).toString('base64') }
          : { aspect_ratio: RATIOS[`${width}x${height}`] }),
        ...(config && !image && { camera_control: { type: 'simple', config } }),
        ...(account.webhookUrl !== null && { callback_url: account.webhookUrl }),
      }
      const { data } = await calls.ask(`/v1/videos/${way}`, Task, { body })
      return `${way}/${data.task_id}`
    },
    async read(id, signal) {
      const { data } = await read(id, signal)
      if (data.task_status === 'failed') {
        const reason = data.task_status_msg ?? 'no reason'
        throw /risk|policy|sensitive|safety/i.test(reason)
          ? contentRefused(SERVICE, reason)
          : workFailed(SERVICE, reason)
      }
      if (data.task_status !== 'succeed') return { state: 'running' }
      const url = data.task_result?.videos?.[0]?.url
      if (!url) throw workFailed(SERVICE, 'no video')
      return { state: 'done', url }
    },
    // Unsigned: whoever calls has only a look taken at a request that runs.
    receive: async ({ body }) =>
      Hint.safeParse(parse(Buffer.from(body).toString('utf8'))).data?.task_id ?? null,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
