import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { scopesOf } from '#contract/key-scopes.ts'
import {
  sdapi as api,
  SDAPI_BODY_BYTES,
  SdImageToImage,
  SdOptions,
  SdPngInfo,
  SdTextToImage,
  SdUpscale,
} from '#contract/sdapi.ts'
import { SD_FIELDS, type SdapiDoor } from '#server/domains/sdapi/index.ts'
import { type AppError, userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { parseInput } from '#server/platform/validation.ts'
import { inEnglish, t } from '#server/texts/index.ts'
import { logError, referenceOf, toAppError } from './error-handler.ts'
import { requireKey } from './require-key.ts'
import { createUploadGate, UPLOAD_LIMITS } from './upload-gate.ts'

/** As A1111 and its framework word an error, in English as all of this interface. */
function presentError(error: AppError, reference: string): { detail: string } {
  const words = error.sentence ?? inEnglish(t('requests.wentWrong', { reference }))
  const [field] = Object.keys(error.fields ?? {})
  if (field === undefined || field === 'non_field_errors') return { detail: words }
  return { detail: `${SD_FIELDS[field] ?? field}: ${words}` }
}

function sendSdError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error)
  logError(request, known)
  if (known.retryAfterSeconds !== undefined)
    reply.header('Retry-After', String(Math.max(1, Math.ceil(known.retryAfterSeconds))))
  if (known.status === 401) reply.header('WWW-Authenticate', 'Basic')
  return reply
    .code(known.status)
    .header('Cache-Control', 'no-store')
    .send(presentError(known, referenceOf(request)))
}

/** Aborts when the client is gone before its answer. */
function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(userError('invalid', t('requests.clientGone')))
  })
  return gone.signal
}

/** `/sdapi/v1/`: A1111's interface, for programs that know it. */
export function sdapiPlugin(door: SdapiDoor): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    app.setErrorHandler(sendSdError)
    const gate = createUploadGate(app, UPLOAD_LIMITS)

    /**
     * Takes a place among the uploads until the answer is out: the body, images in base64, stays in memory as long.
     * @throws {AppError} `throttled`, `unavailable`
     */
    async function takePlace(request: FastifyRequest, reply: FastifyReply, userId: string) {
      const untilAnswered = () =>
        new Promise<void>((resolve) => {
          reply.raw.once('close', resolve)
        })
      const place = gate.run(request, reply, userId, untilAnswered)
      place.catch(() => undefined)
      // A place that is refused is refused at once.
      await Promise.race([place, Promise.resolve()])
    }

    /** A call, which the key is asked for before its body is read, however large that is. */
    function add(
      endpoint: Endpoint,
      answer: (caller: Caller, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
    ): void {
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        config: { endpoint },
        ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
        onRequest: async (request, reply) => {
          const { userId } = await requireKey(request, scopesOf(endpoint))
          if (endpoint.maxBodyBytes === SDAPI_BODY_BYTES) await takePlace(request, reply, userId)
        },
        handler: async (request, reply) => {
          const caller = await requireKey(request, scopesOf(endpoint))
          reply.header('Cache-Control', 'no-store')
          return answer(caller, request, reply)
        },
      })
    }
    const callOf = <Body>(
      caller: Caller,
      asked: Body,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => {
      const key = request.headers['idempotency-key']
      const idempotencyKey = typeof key === 'string' ? key.slice(0, 255) : undefined
      return { caller, asked, idempotencyKey, signal: untilGone(reply) }
    }

    add(api.textToImage, (caller, request, reply) =>
      door.textToImage(
        callOf(caller, parseInput(SdTextToImage, request.body ?? {}), request, reply),
      ),
    )
    add(api.imageToImage, (caller, request, reply) =>
      door.imageToImage(
        callOf(caller, parseInput(SdImageToImage, request.body ?? {}), request, reply),
      ),
    )
    add(api.upscale, (caller, request, reply) =>
      door.upscale(callOf(caller, parseInput(SdUpscale, request.body ?? {}), request, reply)),
    )
    add(api.pngInfo, (_caller, request) =>
      Promise.resolve(door.pngInfo(parseInput(SdPngInfo, request.body ?? {}).image)),
    )
    add(api.interrupt, async (caller) => {
      await door.interrupt(caller)
      return {}
    })
    add(api.progress, (caller) => door.progress(caller))
    add(api.samplers, async (caller) =>
      (await door.modelOf(caller)).samplers.map((name) => ({ name, aliases: [], options: {} })),
    )
    add(api.models, async () =>
      (await door.models()).map(({ id, hash }) => ({
        title: id,
        model_name: id,
        hash: hash === '' ? null : hash.slice(0, 10),
        sha256: hash === '' ? null : hash,
        filename: id,
        config: null,
      })),
    )
    add(api.loras, async () =>
      (await door.loras()).map(({ id, name }) => ({
        name: id,
        alias: name,
        path: id,
        metadata: {},
      })),
    )
    add(api.options, async (caller) => ({ sd_model_checkpoint: (await door.modelOf(caller)).id }))
    add(api.setOptions, async (caller, request) => {
      const { sd_model_checkpoint: model } = parseInput(SdOptions, request.body ?? {})
      await door.chooseModel(caller, model)
      return {}
    })
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/sdapi/*',
      handler: (_request, reply) => reply.code(404).send({ detail: 'Not Found' }),
    })
  }
}
