import { createFalClient } from '@fal-ai/client'
import { z } from 'zod'
import type { Outbound } from '#server/platform/outbound-http.ts'
import { createSdkFetch } from '../remote/service/sdk-fetch.ts'
import type { ServiceClient } from '../remote/service/service-client.ts'
import {
  brokenService,
  contentRefused,
  noSuchModel,
  ServiceError,
  workFailed,
  workLost,
} from '../remote/service/service-error.ts'
import { judgeFailedRun, judgeFal } from './judge-fal.ts'
import { readFalModel } from './read-fal-model.ts'
import { type FalKey, isFromFal } from './verify-fal-webhook.ts'

const SERVICE = 'fal'

const File = z.object({ url: z.string() })
/** Pictures and videos come in a list or alone, words under several names. */
const Output = z.object({
  images: z.array(File).optional(),
  image: File.nullish(),
  video: File.nullish(),
  videos: z.array(File).optional(),
  /** Of a training. */
  diffusers_lora_file: File.nullish(),
  has_nsfw_concepts: z.array(z.boolean()).nullish(),
  output: z.unknown().optional(),
  results: z.unknown().optional(),
})
/** The status of a run that failed is COMPLETED too. */
const Failed = z.object({ error: z.unknown().optional(), error_type: z.string().optional() })
const Queued = z.object({ status: z.string(), queue_position: z.int().min(0).optional() })
const Jwks = z.object({ keys: z.array(z.object({ kty: z.string(), x: z.string() })) })
const Hint = z.object({ request_id: z.string() })

const JWKS_KEPT_MS = 24 * 60 * 60_000
/** Unknown keys make us ask again, but forged messages must not make us ask all the time. */
const JWKS_ASKED_AGAIN_MS = 60_000

/**
 * fal, by its own client.
 * @param options.baseUrl where all its hosts are, of a double or a proxy; null: where they are by themselves
 */
export function createFalServiceClient(options: {
  key: string
  baseUrl: string | null
  outbound: Outbound
}): ServiceClient {
  const base = options.baseUrl === null ? null : new URL(options.baseUrl)
  const fetch = createSdkFetch({
    service: SERVICE,
    outbound: options.outbound,
    judge: judgeFal,
    place: (url) =>
      base ? new URL(`${base.pathname.replace(/\/$/, '')}${url.pathname}${url.search}`, base) : url,
  })
  const fal = createFalClient({ credentials: options.key, fetch })
  const authorised = { authorization: `Key ${options.key}` }
  let keys: { at: number; list: FalKey[] } | null = null

  async function readKeys(): Promise<FalKey[]> {
    const answer = await fetch('https://rest.fal.ai/.well-known/jwks.json')
    const { keys: all } = Jwks.parse(await answer.json())
    keys = { at: Date.now(), list: all.filter(({ kty }) => kty === 'OKP') }
    return keys.list
  }

  return {
    async submit(endpoint, input, { webhookUrl }) {
      // fal's client takes an address for an endpoint, and sends the key there.
      if (URL.canParse(endpoint)) throw noSuchModel(SERVICE, endpoint)
      const { request_id: id } = await fal.queue.submit(endpoint, {
        input,
        ...(webhookUrl !== null && { webhookUrl }),
      })
      if (typeof id !== 'string' || id === '') throw brokenService(SERVICE, 'gave a request no id')
      return id
    },

    async read({ endpoint, id }, abortSignal) {
      const status = await fal.queue
        .status(endpoint, { requestId: id, abortSignal })
        .catch((error: unknown) => {
          throw error instanceof ServiceError && error.status === 404
            ? workLost(SERVICE, id)
            : error
        })
      if (!KNOWN_STATES.has(status?.status)) throw brokenService(SERVICE, 'told no known status')
      if (status.status !== 'COMPLETED') return { state: 'running', ahead: aheadOf(status) }
      const failed = Failed.safeParse(status).data
      const said =
        failed?.error != null ? `${failed.error_type ?? ''} ${JSON.stringify(failed.error)}` : ''
      if (failed?.error_type === 'content_policy_violation') throw contentRefused(SERVICE, said)
      const { data } = await fal.queue
        .result(endpoint, { requestId: id, abortSignal })
        .catch((error: unknown) => {
          if (!(error instanceof ServiceError)) throw error
          // Without a word of a failed run it is this answer that went wrong, and another look may do better.
          const isOfRun = said !== '' || error.status === 422 || error.code === 'content_refused'
          throw isOfRun ? judgeFailedRun(error, said) : error
        })
      if (said !== '') throw judgeFailedRun(null, said)
      return { state: 'done', ...readOutput(data), seconds: status.metrics?.inference_time ?? null }
    },

    async cancel({ endpoint, id }) {
      await fal.queue.cancel(endpoint, { requestId: id })
    },

    upload: (file, type) => fal.storage.upload(new Blob([new Uint8Array(file)], { type })),

    async check() {
      // A request that does not exist: whoever has a key hears that, whoever has none hears 401.
      await fetch(`https://queue.fal.run/fal-ai/flux/requests/${NO_REQUEST}/status?logs=0`, {
        headers: authorised,
      }).catch((error: unknown) => {
        const answered = error instanceof ServiceError && error.code === 'unsupported'
        if (!answered) throw error
      })
    },

    publishes: (endpoint) =>
      readFalModel(async (url) => {
        const headers = new URL(url).host === KEYED_HOST ? authorised : {}
        return (await fetch(url, { headers })).json()
      }, endpoint),

    async receive(message) {
      const kept = keys && Date.now() - keys.at < JWKS_KEPT_MS ? keys : null
      let isGenuine = kept !== null && isFromFal(message, kept.list)
      if (!isGenuine && (!kept || Date.now() - kept.at > JWKS_ASKED_AGAIN_MS))
        isGenuine = isFromFal(message, await readKeys())
      if (!isGenuine) return null
      return Hint.safeParse(parse(message.body)).data?.request_id ?? null
    },
  }
}

/** Of what fal publishes, the schemas lie on a page for everybody, which needs no key. */
const KEYED_HOST = 'api.fal.ai'
const KNOWN_STATES: ReadonlySet<unknown> = new Set(['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED'])
const NO_REQUEST = '00000000-0000-0000-0000-000000000000'

/** `queue_position` counts from 0, and is there while it waits. */
function aheadOf(status: unknown): number | null {
  const { status: state, queue_position: position } = Queued.safeParse(status).data ?? {}
  return state === 'IN_QUEUE' && position !== undefined ? position : null
}

function readOutput(data: unknown): { files: string[]; text: string | null } {
  const output = Output.safeParse(data).data
  if (!output) throw workFailed(SERVICE, 'its result cannot be read')
  // Such a picture is black, and the request counts as done.
  if (output.has_nsfw_concepts?.some(Boolean)) throw contentRefused(SERVICE, 'has_nsfw_concepts')
  const single = [output.image, output.video, output.diffusers_lora_file].filter(
    (file) => file != null,
  )
  const files = [...(output.images ?? []), ...(output.videos ?? []), ...single]
  const text = [output.output, output.results].find((one) => typeof one === 'string') ?? null
  if (files.length === 0 && text === null) throw workFailed(SERVICE, 'its result has no file')
  return { files: files.map(({ url }) => url), text }
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return null
  }
}
