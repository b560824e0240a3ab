import { LRUCache } from 'lru-cache'
import Replicate from 'replicate'
import { z } from 'zod'
import type { Outbound } from '#server/platform/outbound-http.ts'
import { createSdkFetch } from '../remote/service/sdk-fetch.ts'
import type { CallState } from '../remote/service/call-state.ts'
import type { ServiceClient } from '../remote/service/service-client.ts'
import {
  brokenService,
  ServiceError,
  workFailed,
  workLost,
} from '../remote/service/service-error.ts'
import { judgeFailedWork, judgeReplicate } from './judge-replicate.ts'
import { readReplicateModel } from './read-replicate-model.ts'
import { createReplicateTrainings } from './replicate-trainings.ts'
import { isFromReplicate } from './verify-replicate-webhook.ts'

const SERVICE = 'replicate'
const OWN_URL = 'https://api.replicate.com/v1'

const Prediction = z.object({
  id: z.string().min(1),
  // The client's types lack `aborted`; its own waiting would go on for ever then.
  status: z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted']),
  output: z.unknown().optional(),
  error: z.unknown().optional(),
  data_removed: z.boolean().nullish(),
  metrics: z.object({ predict_time: z.number().nullish() }).nullish(),
})
const Listed = z.object({
  results: z.array(z.object({ id: z.string(), created_at: z.string(), input: z.unknown() })),
})
const Hint = z.object({ id: z.string() })

/** The clocks of two machines differ. */
const CLOCKS_MS = 5_000
const SECRET_KEPT_MS = 60 * 60_000
const SECRET_ASKED_AGAIN_MS = 60_000

/** Replicate, by its own client. */
export function createReplicateServiceClient(options: {
  token: string
  /** Null: Replicate's own. */
  baseUrl: string | null
  outbound: Outbound
}): ServiceClient {
  const failures = new WeakMap<Response, ServiceError>()
  const fetch = createSdkFetch({
    service: SERVICE,
    outbound: options.outbound,
    judge: judgeReplicate,
    place: (url) => url,
  })
  const replicate = new Replicate({
    auth: options.token,
    baseUrl: (options.baseUrl ?? OWN_URL).replace(/\/$/, ''),
    fileEncodingStrategy: 'upload',
    useFileOutput: false,
    // The client sends again at once, up to six times, after a 429 and after anything thrown, new requests too. An answer
    // of 400 is what it hands on; what it stands for is kept beside it.
    fetch: (async (input: string | URL, init?: RequestInit) => {
      try {
        return await fetch(input, init)
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        const response = new Response(null, { status: 400 })
        failures.set(response, error)
        return response
      }
    }) as typeof globalThis.fetch,
  })
  /** Ids that this process began or took over. */
  const ours = new LRUCache<string, true>({ max: MOST_KNOWN })
  let secret: { at: number; key: string } | null = null

  async function ask<T>(question: Promise<T>): Promise<T> {
    try {
      return await question
    } catch (error) {
      const response = (error as { response?: Response }).response
      const failure = response && failures.get(response)
      if (failure) throw failure
      if (error instanceof ServiceError || (error as Error).name === 'AbortError') throw error
      throw brokenService(SERVICE, (error as Error).message)
    }
  }

  /** An equal request that was begun since, which nobody of us knows: ours, whose answer was lost. */
  async function findBegun(input: Record<string, unknown>, since: Date): Promise<string | null> {
    const answer = await ask(replicate.predictions.list())
    const listed = Listed.safeParse(answer).data?.results ?? []
    const wanted = ownWords(input)
    const found = listed.find(
      ({ id, created_at: at, input: given }) =>
        !ours.has(id) &&
        Date.parse(at) >= since.getTime() - CLOCKS_MS &&
        ownWords(given) === wanted,
    )
    return found?.id ?? null
  }

  async function create(
    endpoint: string,
    input: Record<string, unknown>,
    webhookUrl: string | null,
  ): Promise<string> {
    // `owner/name:version`, or an official model by its name alone.
    const [model = '', version] = endpoint.split(':')
    const answer = await ask(
      replicate.predictions.create({
        ...(version === undefined ? { model } : { version }),
        input,
        ...(webhookUrl !== null && {
          webhook: webhookUrl,
          webhook_events_filter: ['completed' as const],
        }),
      }),
    )
    const id = Prediction.safeParse(answer).data?.id
    if (id === undefined) throw brokenService(SERVICE, 'gave a request no id')
    return id
  }

  async function submit(
    endpoint: string,
    input: Record<string, unknown>,
    { webhookUrl, begunSince }: Parameters<ServiceClient['submit']>[2],
  ): Promise<string> {
    const isTold = tellsItself(input)
    const known = isTold && begunSince && (await findBegun(input, begunSince))
    if (known) return known
    const started = new Date()
    try {
      return await create(endpoint, input, webhookUrl)
    } catch (error) {
      const mayHaveArrived =
        isTold && error instanceof ServiceError && (error.status === null || error.status >= 500)
      const found = mayHaveArrived ? await findBegun(input, started).catch(() => null) : null
      if (found) return found
      throw error
    }
  }

  return {
    async submit(endpoint, input, how) {
      const id = await submit(endpoint, input, how)
      ours.set(id, true)
      return id
    },

    async read({ id }, signal) {
      const answer = await ask(replicate.predictions.get(id, { signal })).catch(
        (error: unknown) => {
          throw error instanceof ServiceError && error.status === 404
            ? workLost(SERVICE, id)
            : error
        },
      )
      const prediction = Prediction.safeParse(answer).data
      if (!prediction) throw brokenService(SERVICE, 'told no known status')
      return stateOf(prediction)
    },

    async cancel({ id }) {
      await ask(replicate.predictions.cancel(id))
    },

    async upload(file, type) {
      const blob = new Blob([new Uint8Array(file)], { type })
      const { urls } = await ask(replicate.files.create(blob))
      return urls.get
    },

    trainings: createReplicateTrainings({ replicate, ask }),

    async check() {
      await ask(replicate.accounts.current())
    },

    publishes: (endpoint) =>
      readReplicateModel(
        {
          model: (owner, name) => ask(replicate.models.get(owner, name)),
          version: (owner, name, version) =>
            ask(replicate.models.versions.get(owner, name, version)),
        },
        endpoint,
      ),

    async receive(message) {
      const kept = secret && Date.now() - secret.at < SECRET_KEPT_MS ? secret : null
      let isGenuine = kept !== null && isFromReplicate(message, kept.key)
      if (!isGenuine && (!kept || Date.now() - kept.at > SECRET_ASKED_AGAIN_MS)) {
        const { key } = await ask(replicate.webhooks.default.secret.get())
        secret = { at: Date.now(), key }
        isGenuine = isFromReplicate(message, key)
      }
      if (!isGenuine) return null
      return Hint.safeParse(parse(message.body)).data?.id ?? null
    },
  }
}

const MOST_KNOWN = 10_000

function stateOf(prediction: z.infer<typeof Prediction>): CallState {
  const { status, output, error, metrics } = prediction
  if (status === 'starting' || status === 'processing') return { state: 'running', ahead: null }
  if (status !== 'succeeded') throw judgeFailedWork(status, error)
  const parts = [output].flat().filter((part): part is string => typeof part === 'string')
  const files = parts.filter((part) => /^(?:https?:|data:)/.test(part))
  // Models that write hand out their words piece by piece.
  const text = files.length === 0 && parts.length > 0 ? parts.join('') : null
  if (files.length === 0 && text === null)
    throw workFailed(SERVICE, prediction.data_removed ? 'its result was removed' : 'no result')
  return { state: 'done', files, text, seconds: metrics?.predict_time ?? null }
}

/** Whether an equal request is this one: of what has no seed, somebody else's may be equal but for the address of its image. */
const tellsItself = (input: Record<string, unknown>): boolean => typeof input['seed'] === 'number'

/** An input without the addresses of uploads, which differ each time, as text that is equal for equal inputs. */
function ownWords(input: unknown): string {
  if (typeof input !== 'object' || input === null) return JSON.stringify(input)
  const fields = Object.entries(input).filter(
    ([, value]) => !/https?:\/\//.test(JSON.stringify(value) ?? ''),
  )
  return JSON.stringify(fields.toSorted(([a], [b]) => a.localeCompare(b)))
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return null
  }
}
