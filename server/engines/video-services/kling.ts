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
import { createServiceCalls } from './call-service.ts'
import { explainGone } from './explain-gone.ts'
import { judgeRefusal, type Refusal } from '../remote/service/judge-refusal.ts'
import { klingToken } from './kling-token.ts'
import { PLAIN, type ServiceAccount, type VideoClient, type VideoOrder } from './video-client.ts'

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
    task_result: z
      .object({
        videos: z.array(z.object({ id: z.string().nullish(), url: z.string() })).nullish(),
      })
      .nullish(),
  }),
})
/** What was begun, the newest first. */
const Begun = z.object({
  data: z.array(
    z.object({
      task_id: z.string(),
      task_status: z.string(),
      created_at: z.number(),
      task_info: z.object({ parent_video: z.object({ id: z.string() }).nullish() }).nullish(),
    }),
  ),
})
const Code = z.object({ code: z.number().int(), message: z.string().nullish() })
const Hint = z.object({ task_id: z.string() })

const EXTENSION = {
  durations: [5],
  motions: ['none'],
  prompt: 'optional',
  endFrame: false,
} as const
/** Files are deleted then. */
const KEPT_MS = 30 * 24 * 3_600_000
/** Clocks differ. */
const EARLIER_MS = 60_000

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
  const model = {
    ...PLAIN,
    durations: [5, 10],
    sizes: SIZES,
    prompt: 'needed',
    extend: EXTENSION,
  } as const

  /** An extension takes no id of ours: what an earlier attempt began is found by its video and time. */
  async function findExtension(video: string, since: Date): Promise<string | null> {
    const { data } = await calls.ask('/v1/videos/video-extend?pageNum=1&pageSize=100', Begun)
    const earliest = since.getTime() - EARLIER_MS
    const own = data.find(
      ({ task_info: info, task_status: status, created_at: at }) =>
        info?.parent_video?.id === video && status !== 'failed' && at >= earliest,
    )
    return own?.task_id ?? null
  }

  async function extend({ prompt, extended, begunSince }: VideoOrder): Promise<string> {
    const video = extended?.id ?? ''
    const begun = begunSince && (await findExtension(video, begunSince))
    if (begun) return `video-extend/${begun}`
    const body = {
      video_id: video,
      ...(prompt !== '' && { prompt: prompt.slice(0, 2500) }),
      ...(account.webhookUrl !== null && { callback_url: account.webhookUrl }),
    }
    const { data } = await calls
      .ask('/v1/videos/video-extend', Task, { body })
      .catch((error: unknown) => {
        throw explainGone(SERVICE, error)
      })
    return `video-extend/${data.task_id}`
  }

  return {
    models: [
      {
        ...model,
        provider: 'KLING_1',
        name: 'Kling 1',
        image: 'optional',
        endFrame: { durations: [5] },
        motions: ['none', 'push_in', 'pull_out', 'pan_left', 'pan_right', 'rise'],
        costMicros: 28_000,
      },
      {
        ...model,
        provider: 'KLING_1_5',
        name: 'Kling 1.5',
        image: 'needed',
        endFrame: { durations: [5, 10] },
        costMicros: 56_000,
        endFrameCostMicros: 98_000,
      },
    ],
    async start(order) {
      const { provider, prompt, image, endImage, duration, motion, key, begunSince } = order
      if (order.extended) return extend(order)
      const way = image ? 'image2video' : 'text2video'
      let own = key
      if (begunSince) {
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
        // 1.5 knows the last frame only in its better mode.
        mode: endImage && provider === 'KLING_1_5' ? 'pro' : 'std',
        duration: String(duration),
        external_task_id: own,
        ...(image
          ? { image: Buffer.from(image).toString('base64') }
          : { aspect_ratio: RATIOS[`${order.width}x${order.height}`] }),
        ...(endImage && { image_tail: Buffer.from(endImage).toString('base64') }),
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
      const [video] = data.task_result?.videos ?? []
      if (!video?.url) throw workFailed(SERVICE, 'no video')
      const until = new Date(Date.now() + KEPT_MS).toISOString()
      return {
        state: 'done',
        url: video.url,
        ...(video.id && { continuation: { by: 'maker', id: video.id, until } }),
      }
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
