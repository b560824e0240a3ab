import { z } from 'zod'
import type { Outbound } from '#server/platform/outbound-http.ts'
import {
  brokenService,
  contentRefused,
  notAccepted,
  notAvailable,
  type ServiceError,
  workFailed,
} from '../remote/service/service-error.ts'
import { createServiceCalls } from './call-service.ts'
import { judgeRefusal } from '../remote/service/judge-refusal.ts'
import { jpegUrl, PLAIN, type ServiceAccount, type VideoClient } from './video-client.ts'

const SERVICE = 'minimax'
const OWN_URL = 'https://api.minimax.io'

const Base = z.object({ status_code: z.number().int(), status_msg: z.string().nullish() })
const Started = z.object({ task_id: z.string().nullish(), base_resp: Base })
const Queried = z.object({
  status: z.enum(['Preparing', 'Queueing', 'Processing', 'Success', 'Fail', '']).nullish(),
  file_id: z.string().nullish(),
  base_resp: Base,
})
const Retrieved = z.object({
  file: z.object({ download_url: z.string().nullish() }).nullish(),
  base_resp: Base,
})

/** Nearly every answer is a 200: the code inside says what happened. */
function judgeCode({ status_code: code, status_msg: text }: z.infer<typeof Base>): ServiceError {
  const detail = `${code} ${text ?? ''}`
  if (code === 1026 || code === 1027) return contentRefused(SERVICE, detail)
  if (code === 2013 || code === 1042) return notAccepted(SERVICE, 200, detail)
  if ([1001, 1002, 1004, 1008, 1039, 1041, 2045, 2049, 2056].includes(code))
    return notAvailable(SERVICE, detail)
  return brokenService(SERVICE, detail)
}

/** MiniMax's Hailuo 02. Its messages ask for an answer of their own first, so it is asked instead. */
export function createMinimax(account: ServiceAccount, outbound: Outbound): VideoClient {
  const calls = createServiceCalls({
    service: SERVICE,
    outbound,
    baseUrl: account.baseUrl ?? OWN_URL,
    headers: () => ({ authorization: `Bearer ${account.key}` }),
    judge: (refusal) => judgeRefusal(SERVICE, refusal),
  })

  /** Throws what the code inside an answer means. */
  async function ask<T extends { base_resp: z.infer<typeof Base> }>(
    question: Promise<T>,
  ): Promise<T> {
    const answer = await question
    if (answer.base_resp.status_code !== 0) throw judgeCode(answer.base_resp)
    return answer
  }

  return {
    models: [
      {
        ...PLAIN,
        provider: 'HAILUO',
        name: 'Hailuo 02',
        durations: [6, 10],
        sizes: [{ width: 1366, height: 768 }],
        prompt: 'needed',
        image: 'optional',
        endFrame: { durations: [6, 10] },
        costMicros: 47_000,
      },
    ],
    async start({ prompt, image, endImage, duration }) {
      const body = {
        model: 'MiniMax-Hailuo-02',
        prompt: prompt.slice(0, 2000),
        duration,
        resolution: '768P',
        ...(image && { first_frame_image: jpegUrl(image) }),
        ...(endImage && { last_frame_image: jpegUrl(endImage) }),
      }
      const { task_id: id } = await ask(calls.ask('/v1/video_generation', Started, { body }))
      if (!id) throw brokenService(SERVICE, 'gave a request no id')
      return id
    },
    async read(id, signal) {
      const path = `/v1/query/video_generation?task_id=${encodeURIComponent(id)}`
      const task = await calls.ask(path, Queried, { signal })
      // On Fail the code is the reason; otherwise it is about the question.
      if (task.status === 'Fail') {
        const { base_resp: base } = task
        throw base.status_code === 1026 || base.status_code === 1027
          ? judgeCode(base)
          : workFailed(SERVICE, `${base.status_code} ${base.status_msg ?? ''}`)
      }
      if (task.base_resp.status_code !== 0) throw judgeCode(task.base_resp)
      if (task.status !== 'Success') return { state: 'running' }
      const file = `/v1/files/retrieve?file_id=${encodeURIComponent(task.file_id ?? '')}`
      const { file: found } = await ask(calls.ask(file, Retrieved, { signal }))
      if (!found?.download_url) throw workFailed(SERVICE, 'no video')
      return { state: 'done', url: found.download_url }
    },
  }
}
