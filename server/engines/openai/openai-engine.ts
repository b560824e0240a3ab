import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { z } from 'zod'
import { createOutbound, type OutboundResponse } from '#server/platform/outbound-http.ts'
import { t } from '#server/texts/index.ts'
import { noModel } from '../remote/missing-model.ts'
import { unreachable, unreadable } from '../remote/remote-error.ts'
import { seedOf } from '../remote/request-sizes.ts'
import { parseServerAddress } from '../remote/server-address.ts'
import {
  downBecauseOf,
  type EditImageRequest,
  type Engine,
  EngineError,
  type EngineImage,
  type EngineOperation,
  type FollowHandlers,
  type Following,
  type ImageFeature,
  type ImageModel,
  type ImageRequest,
  type OperationProgress,
  type OperationResult,
  type ToolModel,
} from '../spec/index.ts'
import { drawImages, type DrawnImage, type ImageCall, type Server } from './draw-image.ts'
import { drawOver, editImage } from './edit-image.ts'
import { imagesOfCall, isTransparent, type OpenAiOptions, readOptions } from './presets.ts'
import { refuse } from './read-answer.ts'
import { showPartials } from './show-partials.ts'

const HEALTH_MS = 5_000
/** A service counts what it is asked, so it is not asked for every page. */
const LISTED_MS = 60_000
/** A request that nobody follows is forgotten after this long. */
const KEPT_MS = 10 * 60_000
/** Limits of what a request of ours can ask for. */
const MOST_IMAGES = 4
const MOST_INPUTS = 4
const MOST_EDGE = 2048

const Models = z.object({ data: z.array(z.object({ id: z.string().min(1) })) })

type Request = ImageRequest | EditImageRequest

interface Begun {
  request: Request
  isFollowed: boolean
  /** No further image is begun. */
  ending: AbortController
  /** What was begun is given up, too. */
  stop: AbortController
}

function imageModel(id: string, options: OpenAiOptions): ImageModel {
  const { settings, edits, mask, strength, sizes, credits, costMicros } = options
  const features: ImageFeature[] = [
    ...(settings ? (['negative_prompt'] as const) : []),
    ...(edits && strength ? (['image_to_image'] as const) : []),
    ...(edits && mask ? (['inpaint', 'outpaint'] as const) : []),
    ...(isTransparent(id, options) ? (['transparent'] as const) : []),
  ]
  return {
    id,
    name: id,
    description: '',
    hash: '',
    nativeSize: 1024,
    maxTokens: 512,
    licence: '',
    sizes: { min: sizes ? 512 : 256, max: MOST_EDGE, step: 16 },
    samplers: ['Euler a'],
    features,
    ignores: [
      'prompt_timing',
      'prompt_weights',
      'sampler',
      ...(settings ? [] : (['steps', 'guidance_scale'] as const)),
    ],
    loras: [],
    maxImages: MOST_IMAGES,
    maxSteps: 100,
    priceClass: 'standard',
    credits,
    costMicros,
  }
}

const editor = (id: string, { credits, costMicros }: OpenAiOptions): ToolModel => ({
  tool: 'edit_image',
  id,
  name: id,
  hash: '',
  licence: '',
  maxEdge: MOST_EDGE * 2,
  maxPixels: (MOST_EDGE * 2) ** 2,
  maxInputs: MOST_INPUTS,
  credits,
  costMicros,
})

/**
 * A server or service that speaks OpenAI's interface of images: one call an image where calls are billed, which stays open until
 * it is drawn.
 * @param address `https://:key@host/v1`, with options as `readOptions` takes them
 */
export function createOpenAiEngine(address: string): Engine {
  const options = readOptions(address)
  const place = parseServerAddress(address)
  const name = `openai-${place.key}`
  const outbound = createOutbound({ allowedUrls: [place.url] })
  const server: Server = { name: `${name} (${place.label})`, address: place, outbound, options }
  const begun = new Map<string, Begun>()
  let running = 0
  /** Images that one call asks for, until an answer has fewer. */
  let mostAtOnce = imagesOfCall(options)
  let listed: { at: number; ids: Promise<readonly string[]> } | null = null

  async function readModels(): Promise<readonly string[]> {
    const answer = await outbound
      .send(`${place.url}/models`, { headers: place.headers, timeoutMs: HEALTH_MS })
      .catch((error: unknown) => {
        throw unreachable(server.name, error)
      })
    if (answer.status !== 200) refuse(server, answer)
    const known = readIds(server.name, answer)
    return options.models ?? known
  }

  function models(): Promise<readonly string[]> {
    if (!listed || Date.now() - listed.at > LISTED_MS) {
      const ids = readModels()
      listed = { at: Date.now(), ids }
      ids.catch(() => (listed = null))
    }
    return listed.ids
  }

  async function begin(request: Request): Promise<EngineOperation> {
    if (!(await models()).includes(request.model))
      throw noModel(`The server has no model ${request.model}`)
    const id = `atelier-${randomUUID()}`
    const entry: Begun = {
      request,
      isFollowed: false,
      ending: new AbortController(),
      stop: new AbortController(),
    }
    begun.set(id, entry)
    setTimeout(() => {
      if (!entry.isFollowed) begun.delete(id)
    }, KEPT_MS).unref()
    return { engine: name, id }
  }

  /** The images of one call, the first of `indexes` and at least one. Whatever is wrong with all of them is wrong with each. @throws EngineError */
  async function begunAt(
    request: Request,
    indexes: readonly number[],
    signals: Omit<ImageCall, 'index'>,
  ): Promise<DrawnImage[]> {
    const [index] = indexes
    const of = { index: index ?? 0, ...signals }
    try {
      if ('tool' in request) return [await editImage(server, request, of)]
      if (request.source) return [await drawOver(server, request, request.source, of)]
      return await drawImages(server, request, of, indexes.length)
    } catch (failure) {
      if (!(failure instanceof EngineError)) throw failure
      // Of what was drawn and cannot be had, the price is known, and what was used is not.
      const costMicros = failure.code === 'picture_failed' ? options.costMicros : 0
      return indexes.map(() => ({ failure, costMicros }))
    }
  }

  async function make(
    { request, ending: { signal: ending }, stop: { signal } }: Begun,
    { onProgress, onOutput }: FollowHandlers<EngineImage>,
  ): Promise<Required<Pick<OperationResult, 'outcome' | 'costMicros'>>> {
    const steps = request.indexes.length
    const takesSeveral = !('tool' in request || request.source)
    let costMicros = 0
    const failures: EngineError[] = []

    async function deliver(index: number, drawn: DrawnImage): Promise<void> {
      try {
        if (!('failure' in drawn)) costMicros += drawn.costMicros
        else throw drawn.failure
        const { data, revisedPrompt } = drawn
        const { width, height } = await sharp(data).metadata()
        const seed = options.settings ? seedOf(request.seed, index) : null
        const told = revisedPrompt !== null && { revisedPrompt }
        await onOutput({ index, data, contentType: 'image/png', width, height, seed, ...told })
      } catch (error) {
        if (!(error instanceof EngineError)) throw error
        if (error.code !== 'picture_failed') throw withCost(error, costMicros)
        // It was drawn, so it is billed.
        if ('failure' in drawn) costMicros += drawn.costMicros
        failures.push(error)
      }
    }

    for (let done = 0; done < steps;) {
      const indexes = request.indexes.slice(done, done + (takesSeveral ? mostAtOnce : 1))
      if (ending.aborted) return { outcome: 'cancelled', costMicros }
      const tell = (share: number, previews: OperationProgress['previews']) =>
        onProgress({ step: done, steps, fraction: (done + share) / steps, begun: true, previews })
      tell(0, [])
      const size = 'tool' in request ? null : request
      const { onPartial, end } = showPartials({ index: indexes[0]!, size }, tell)
      try {
        const made = await begunAt(request, indexes, { signal, ending, onPartial }).finally(end)
        for (const [at, drawn] of made.entries()) await deliver(indexes[at]!, drawn)
        // Missing images come with the next calls.
        if (made.length < indexes.length) mostAtOnce = 1
        done += made.length
      } catch (error) {
        if (error instanceof EngineError || !ending.aborted) throw error
        return { outcome: 'cancelled', costMicros }
      }
    }
    const failure = failures.at(-1)
    if (failure) throw withCost(failure, costMicros)
    return { outcome: 'succeeded', costMicros }
  }

  const following: Following<EngineImage> = {
    // What a service has begun is billed, so it is delivered and paid.
    stopsAtOnce: !options.bills,
    endsWithFollow: true,
    async follow(operation, handlers): Promise<OperationResult> {
      const entry = begun.get(operation.id)
      if (!entry) throw lost(server)
      entry.isFollowed = true
      const started = performance.now()
      const engineMs = () => performance.now() - started
      running += 1
      try {
        return { ...(await make(entry, handlers)), engineMs: engineMs() }
      } catch (error) {
        if (!entry.stop.signal.aborted) throw error
        return { outcome: 'cancelled', costMicros: 0, engineMs: engineMs() }
      } finally {
        running -= 1
        begun.delete(operation.id)
      }
    },
    async cancel({ id }) {
      const entry = begun.get(id)
      entry?.ending.abort()
      if (!options.bills) entry?.stop.abort()
      if (!entry?.isFollowed) begun.delete(id)
    },
  }

  return {
    name,
    image: {
      ...following,
      models: async () => (await models()).map((id) => imageModel(id, options)),
      start: begin,
      fitLoras: async (_model, ids) =>
        ids.map((id) => ({ id, hash: '', problem: t('common.noSuchLora', { name: id }) })),
    },
    ...(options.edits && {
      tool: {
        ...following,
        models: async () => (await models()).map((id) => editor(id, options)),
        // A company bills; a server of the operator's own does not.
        ...(options.bills && { imagesGoTo: new URL(place.url).host }),
        start: async (request) => {
          if (request.tool !== 'edit_image') throw noModel(`The server has no tool ${request.tool}`)
          return begin(request)
        },
      },
    }),
    async health() {
      try {
        const ids = await models()
        return ids.length > 0
          ? { state: 'ready', detail: null, load: running }
          : { state: 'down', detail: `${name} has no model`, trouble: 'no_model', load: running }
      } catch (error) {
        return downBecauseOf(error, running)
      }
    },
    async dispose() {
      for (const { ending, stop } of begun.values()) {
        ending.abort()
        stop.abort()
      }
      await outbound.close()
    },
  }
}

/** @throws EngineError */
function readIds(service: string, answer: OutboundResponse): string[] {
  try {
    return Models.parse(answer.json()).data.map(({ id }) => id)
  } catch (error) {
    throw unreadable(service, 'answered something else than its models', {
      cause: error,
      trouble: 'other_kind',
    })
  }
}

/** The same failure, with what was billed before it. */
function withCost(error: EngineError, before: number): EngineError {
  const { code, message, retryable, userMessage, costMicros, refusesAll } = error
  return new EngineError(code, message, {
    retryable,
    userMessage,
    costMicros: costMicros + before,
    refusesAll,
    cause: error,
  })
}

/** Another process began it, and its answer is gone. */
function lost({ name, options }: Server): EngineError {
  const billed = options.bills ? '; the service may have billed it' : ''
  return new EngineError(
    'operation_lost',
    `${name} draws nothing that this process began${billed}`,
    {
      retryable: !options.bills,
      userMessage: t('engines.restartedDrawing'),
    },
  )
}
