import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Outbound } from '#server/platform/outbound-http.ts'
import { t } from '#server/texts/index.ts'
import type { EngineMessage } from '../spec/index.ts'
import {
  brokenService,
  contentRefused,
  ServiceError,
  workFailed,
  workLost,
} from '../remote/service/service-error.ts'
import { createServiceCalls } from './call-service.ts'
import { judgeRefusal } from '../remote/service/judge-refusal.ts'
import { PLAIN, type ServiceAccount, type VideoClient } from './video-client.ts'

const SERVICE = 'heygen'
const OWN_URL = 'https://api.heygen.com'
const CONTENT = /moderation|content_policy|sensitive|nsfw/i
const TOLERANCE_SECONDS = 300
/** More than this nobody says in a second. */
const WORDS_A_SECOND = 3
/** Most orders of one job: one for each of its attempts. */
const MOST_ORDERS = 3
const RATIOS: Record<string, string> = {
  '1280x720': '16:9',
  '720x1280': '9:16',
  '1080x1080': '1:1',
}

const Voice = z.object({ voice_id: z.string() })
const Voices = z.object({ data: z.union([z.array(Voice), z.object({ voices: z.array(Voice) })]) })
const Asset = z.object({
  data: z.object({ asset_id: z.string().nullish(), id: z.string().nullish() }),
})
const Started = z.object({ data: z.object({ video_id: z.string().min(1) }) })
const Told = z.object({
  data: z.object({
    status: z.enum(['waiting', 'pending', 'processing', 'completed', 'failed']),
    video_url: z.string().nullish(),
    failure_code: z.string().nullish(),
    failure_message: z.string().nullish(),
  }),
})
const Hint = z.object({ event_data: z.object({ video_id: z.string() }) })

/** HeyGen: the person of an image says the words of the prompt. */
export function createHeygen(account: ServiceAccount, outbound: Outbound): VideoClient {
  const calls = createServiceCalls({
    service: SERVICE,
    outbound,
    baseUrl: account.baseUrl ?? OWN_URL,
    headers: () => ({ 'x-api-key': account.key }),
    judge: (refusal) => judgeRefusal(SERVICE, refusal, (text) => CONTENT.test(text)),
  })

  async function firstVoice(): Promise<string> {
    const { data } = await calls.ask('/v3/voices', Voices)
    const [voice] = Array.isArray(data) ? data : data.voices
    if (!voice) throw brokenService(SERVICE, 'has no voice')
    return voice.voice_id
  }

  async function upload(image: Uint8Array): Promise<string> {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'image.jpg')
    const { data } = await calls.ask('/v3/assets', Asset, { form })
    const id = data.asset_id ?? data.id
    if (!id) throw brokenService(SERVICE, 'gave an image no id')
    return id
  }

  async function hasFailed(id: string): Promise<boolean> {
    const { data } = await calls.ask(`/v3/videos/${encodeURIComponent(id)}`, Told)
    return data.status === 'failed'
  }

  return {
    models: [
      {
        ...PLAIN,
        provider: 'HEY_AI',
        name: 'HeyGen, a speaking portrait',
        durations: [10, 5, 15, 30],
        sizes: [
          { width: 1280, height: 720 },
          { width: 720, height: 1280 },
          { width: 1080, height: 1080 },
        ],
        prompt: 'needed',
        image: 'needed',
        costMicros: 100_000,
      },
    ],
    async start({ prompt, image, duration, width, height, key, begunSince }) {
      if (prompt.trim().split(/\s+/).length > duration * WORDS_A_SECOND) throw tooLong(duration)
      const [voice, asset] = [await firstVoice(), await upload(image ?? new Uint8Array())]
      const body = {
        type: 'image',
        image: { type: 'asset_id', asset_id: asset },
        script: prompt,
        voice_id: voice,
        resolution: '720p',
        aspect_ratio: RATIOS[`${width}x${height}`],
        output_format: 'mp4',
      }
      for (let order = 1; ; order += 1) {
        const headers = { 'idempotency-key': order === 1 ? key : `${key}-${order}` }
        const { data } = await calls.ask('/v3/videos', Started, { headers, body })
        // An earlier attempt's key answers with that attempt's video for a day, also when it has failed.
        if (!begunSince || order === MOST_ORDERS || !(await hasFailed(data.video_id)))
          return data.video_id
      }
    },
    async read(id, signal) {
      const path = `/v3/videos/${encodeURIComponent(id)}`
      const { data } = await calls.ask(path, Told, { signal }).catch((error: unknown) => {
        throw error instanceof ServiceError && error.status === 404 ? workLost(SERVICE, id) : error
      })
      if (data.status === 'failed') {
        const reason = `${data.failure_code ?? ''} ${data.failure_message ?? ''}`
        throw CONTENT.test(reason) ? contentRefused(SERVICE, reason) : workFailed(SERVICE, reason)
      }
      if (data.status !== 'completed') return { state: 'running' }
      if (!data.video_url) throw workFailed(SERVICE, 'no video')
      return { state: 'done', url: data.video_url }
    },
    async receive(message) {
      if (!account.secret || !isFromHeygen(message, account.secret)) return null
      try {
        const said: unknown = JSON.parse(Buffer.from(message.body).toString('utf8'))
        return Hint.safeParse(said).data?.event_data.video_id ?? null
      } catch {
        return null
      }
    },
  }
}

/**
 * Whether HeyGen sent a message: its signature is the HMAC-SHA256 of the body in hexadecimal digits; at most five minutes old.
 * @param now milliseconds
 */
export function isFromHeygen(
  { headers, body }: EngineMessage,
  secret: string,
  now = Date.now(),
): boolean {
  const [signature, timestamp] = [headers['heygen-signature'], headers['heygen-timestamp']]
  if (typeof signature !== 'string' || typeof timestamp !== 'string') return false
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(signature, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const tooLong = (seconds: number): ServiceError =>
  new ServiceError('unsupported', 'The words take longer than the video', {
    status: null,
    retryable: false,
    userMessage: t('engines.wordsTooLong', { seconds }),
  })
