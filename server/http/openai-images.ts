import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { scopesOf } from '#contract/key-scopes.ts'
import {
  MOST_EDITED,
  OpenAiEdit,
  OpenAiGeneration,
  openAiImages as api,
} from '#contract/openai-images.ts'
import { UPLOAD_LIMITS } from '#contract/values/uploaded-images.ts'
import {
  type OpenAiCall,
  type OpenAiDoor,
  type OpenAiEvent,
  presentError,
} from '#server/domains/openai-images/index.ts'
import { AppError, invalidField, notFound, userError } from '#server/platform/errors.ts'
import { parseInput } from '#server/platform/validation.ts'
import { t } from '#server/texts/index.ts'
import { logError, referenceOf, toAppError } from './error-handler.ts'
import { sendImageStream } from './openai-stream.ts'
import { requireKey } from './require-key.ts'
import { createUploadGate, UPLOAD_LIMITS as GATE } from './upload-gate.ts'
import { readAdmitted } from './uploaded-file.ts'

/** Fields of a form that are no texts. */
const NUMBERS = new Set([
  'n',
  'partial_images',
  'num_inference_steps',
  'guidance_scale',
  'seed',
  'strength',
])

/** All files of an edit. */
const MOST_BYTES = 40 * 1024 * 1024
/** Each has the files of two uploads in memory. */
const EDIT_LIMITS = { ...GATE, atOnce: GATE.atOnce / 2 }

interface Form {
  fields: Record<string, unknown>
  images: Buffer[]
  mask: Buffer | null
}

function valueOf(name: string, text: string): unknown {
  if (name === 'stream') return text === 'true' ? true : text === 'false' ? false : text
  return NUMBERS.has(name) && text.trim() !== '' ? Number(text) : text
}

/** @throws {AppError} `invalid`, `payload_too_large`, `unsupported_media_type` */
async function readForm(request: FastifyRequest): Promise<Form> {
  if (!request.isMultipart()) {
    throw userError('unsupported_media_type', t('requests.sendMultipart'))
  }
  // Refused by what it says, before anything is sent in vain.
  if (Number(request.headers['content-length']) > MOST_BYTES) throw tooLarge()
  let bytes = 0
  const form: Form = { fields: {}, images: [], mask: null }
  const limits = { fileSize: UPLOAD_LIMITS.bytes, files: MOST_EDITED + 1, fields: 24 }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') {
        form.fields[part.fieldname] = valueOf(part.fieldname, String(part.value))
        continue
      }
      const file = await part.toBuffer()
      bytes += file.length
      if (bytes > MOST_BYTES) throw tooLarge()
      if (part.fieldname === 'mask') form.mask = file
      else if (/^image(\[\d*\])?$/.test(part.fieldname)) form.images.push(file)
      else throw invalidField(part.fieldname, t('common.unknownField'))
    }
  } catch (error) {
    throw formError(error)
  }
  if (form.images.length === 0) throw invalidField('image', t('common.required'))
  return form
}

const tooLarge = () => userError('payload_too_large', t('requests.tooLarge'))

function formError(error: unknown): unknown {
  if (error instanceof AppError) return error
  const { code } = error as { code?: string }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
  if (code === 'FST_FILES_LIMIT')
    return invalidField('image', t('requests.tooManyImages', { count: MOST_EDITED }))
  return userError('invalid', t('requests.multipartError'), { cause: error })
}

/** More than that no client repeats itself. */
const MOST_RETRIES = 1000

/** A header that says how often something was sent before. */
function retriesOf(header: string | string[] | undefined): number {
  const count = Number(header ?? 0)
  return Number.isInteger(count) && count > 0 ? Math.min(count, MOST_RETRIES) : 0
}

function callOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { caller, asked, files }: Pick<OpenAiCall, 'caller' | 'asked' | 'files'>,
): OpenAiCall {
  const { headers } = request
  const key = headers['idempotency-key']
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(userError('invalid', t('requests.clientGone')))
  })
  return {
    caller,
    asked,
    files,
    idempotencyKey: typeof key === 'string' ? key.slice(0, 255) : undefined,
    retries: retriesOf(headers['x-stainless-retry-count']),
    origin: `${request.protocol}://${request.host}`,
    signal: gone.signal,
  }
}

/** What comes of a call; its files are not kept while it waits. */
interface Ordered {
  events: AsyncGenerator<OpenAiEvent, void>
  asked: OpenAiCall['asked']
  of: 'image_generation' | 'image_edit'
}

async function answer(reply: FastifyReply, { events, asked, of }: Ordered): Promise<FastifyReply> {
  if (asked.stream) return sendImageStream(reply, { events, asked, of })
  for await (const event of events) {
    if ('images' in event) return reply.header('Cache-Control', 'no-store').send(event.images)
  }
  throw new Error('A job ended without images')
}

const sendOpenAiError = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const known = toAppError(error)
  logError(request, known)
  if (known.retryAfterSeconds !== undefined)
    reply.header('Retry-After', String(Math.max(1, Math.ceil(known.retryAfterSeconds))))
  // A job that failed is not made by asking again, and credits do not come by it either.
  if (known.code === 'provider_error') reply.header('x-should-retry', 'false')
  return reply
    .code(known.status)
    .header('Cache-Control', 'no-store')
    .send(presentError(known, referenceOf(request)))
}

/** `/v1/`: the images of OpenAI's interface, for programs that know it. */
export function openAiImagesPlugin(door: OpenAiDoor): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    await app.register(multipart)
    const gate = createUploadGate(app, EDIT_LIMITS)
    app.setErrorHandler(sendOpenAiError)
    const { generations, edits, models, model } = api
    app.post(generations.path, { config: { endpoint: generations } }, async (request, reply) => {
      const caller = await requireKey(request, scopesOf(generations))
      const asked = parseInput(OpenAiGeneration, request.body ?? {})
      const call = callOf(request, reply, { caller, asked, files: null })
      return answer(reply, { events: await door.make(call), asked, of: 'image_generation' })
    })
    app.post(edits.path, { config: { endpoint: edits } }, async (request, reply) => {
      const caller = await requireKey(request, scopesOf(edits))
      const ordered = await gate.run(request, reply, caller.userId, async (upload) => {
        await door.admitFiles(caller)
        const { fields, images, mask } = await readAdmitted(upload, () => readForm(request))
        const asked = parseInput(OpenAiEdit, fields)
        const call = callOf(request, reply, { caller, asked, files: { images, mask } })
        return { events: await door.make(call), asked }
      })
      return answer(reply, { ...ordered, of: 'image_edit' })
    })
    app.route({
      method: 'GET',
      url: models.path,
      config: { endpoint: models },
      handler: async (request) => {
        await requireKey(request, scopesOf(models))
        return { object: 'list', data: await door.models() }
      },
    })
    app.route<{ Params: { id: string } }>({
      method: 'GET',
      url: model.path,
      config: { endpoint: model },
      handler: async (request) => {
        await requireKey(request, scopesOf(model))
        return door.model(request.params.id)
      },
    })
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/v1/*',
      handler: async () => {
        throw notFound()
      },
    })
  }
}
