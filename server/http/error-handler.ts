import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type {
  ConnectionError,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import { ERROR_CODE_HEADER, type ErrorCode } from '#contract/errors.ts'
import { isDatabaseAway, isDiskFull } from '#server/platform/db/index.ts'
import { AppError, notFound, userError } from '#server/platform/errors.ts'
import { isText, t } from '#server/texts/index.ts'
import { METHODS } from './methods.ts'
import { sayError } from './say-in-language.ts'

/** What Fastify itself refuses, in our words. */
function fromFastify(error: FastifyError): AppError | null {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return userError('unsupported_media_type', t('requests.unsupportedMediaType'))
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return userError('payload_too_large', t('requests.tooLarge'))
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return userError('invalid', t('requests.lengthWrong'))
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return userError('invalid', t('common.jsonError'))
    case 'FST_CP_ERR_INVALID_CONTENT':
      return userError('invalid', t('requests.notDecompressed'))
    case 'FST_CP_ERR_INVALID_CONTENT_ENCODING':
      return userError('unsupported_media_type', t('requests.unsupportedEncoding'))
    // A path that cannot be decoded, or has an overlong id in it, names nothing that is there.
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return notFound()
    default:
      return null
  }
}

/** How soon it may be worth asking again: of a database that is away, of a disk that is full. */
const AWAY_RETRY_SECONDS = 5
const FULL_RETRY_SECONDS = 60

/** Any thrown thing as the error that is answered; what we did not throw on purpose becomes `internal`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseAway(error)) {
    return new AppError('unavailable', `The database is away: ${(error as Error).message}`, {
      userMessage: t('common.notAvailableNow'),
      retryAfterSeconds: AWAY_RETRY_SECONDS,
    })
  }
  if (isDiskFull(error)) {
    return new AppError('unavailable', `The disk is full: ${(error as Error).message}`, {
      userMessage: t('requests.notSavedNow'),
      retryAfterSeconds: FULL_RETRY_SECONDS,
      cause: error,
    })
  }
  const known = error instanceof Error ? fromFastify(error as FastifyError) : null
  return known ?? new AppError('internal', 'Server error', { userMessage: null, cause: error })
}

/** What the user can name to the operator, who finds it in the log as `reference`: the beginning of the request's id. */
export const referenceOf = ({ id }: FastifyRequest): string => id.slice(0, 8)

/** Sends an error: fields or `detail` in the language of the request, the code in its header, nothing of the inside. */
export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.retryAfterSeconds !== undefined) {
    reply.header('Retry-After', String(Math.max(1, Math.ceil(error.retryAfterSeconds))))
  }
  if (error.status === 401) reply.header('WWW-Authenticate', 'Token')
  return reply
    .code(error.status)
    .header(ERROR_CODE_HEADER, error.code)
    .header('Cache-Control', 'no-store')
    .serializer(JSON.stringify)
    .type('application/json; charset=utf-8')
    .send(sayError(error, reply.request.language, referenceOf(reply.request)))
}

interface RawAnswer {
  status: string
  detail: string
  code?: ErrorCode
  headers?: string[]
}

const UNREADABLE: Record<string, RawAnswer> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    detail: 'The headers are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    detail: 'The request took too long to arrive.',
  },
  HPE_INVALID_METHOD: {
    status: '405 Method Not Allowed',
    detail: 'This method is not allowed.',
    code: 'method_not_allowed',
    headers: [`Allow: ${METHODS.join(', ')}`],
  },
}

const NOT_HTTP: RawAnswer = { status: '400 Bad Request', detail: 'The request cannot be read.' }
/** The first line of a request, whatever its method. */
const REQUEST_LINE = /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.\d\r?\n/

/** Answers what is not HTTP, or does not end, and closes: there is no request yet that a handler could see. */
export function answerUnreadable({ code, rawPacket }: ConnectionError, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  // Noise has no method that could be wrong.
  const received = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : ''
  const isNoise = code === 'HPE_INVALID_METHOD' && !REQUEST_LINE.test(received)
  sendRaw(socket, isNoise ? NOT_HTTP : (UNREADABLE[code] ?? NOT_HTTP))
}

/** Answers a CONNECT, which Node hands over as a bare connection: this server is no proxy. */
export function refuseTunnel(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => {})
  sendRaw(socket, UNREADABLE['HPE_INVALID_METHOD']!)
}

function sendRaw(
  socket: Duplex,
  { status, detail, code = 'invalid', headers = [] }: RawAnswer,
): void {
  const body = JSON.stringify({ detail })
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `${ERROR_CODE_HEADER}: ${code}`,
      ...headers,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

/** Notes an error that is answered, as gravely as it is. */
export function logError(request: FastifyRequest, answer: AppError): void {
  const { code, words, status, cause, message } = answer
  // Not as an object: a field of the name `key` is taken for a secret and cut out of the log.
  const text = isText(words) ? { text: words.key, values: words.values } : {}
  if (words === null) {
    // All that the user reads is the reference: what it stands for has to be found, whatever the status.
    request.log.error({ err: cause ?? answer, code, reference: referenceOf(request) }, message)
  } else if (status >= 500 && cause !== undefined) {
    request.log.error({ err: cause, code, ...text }, message)
  } else if (status >= 500) {
    // Answered on purpose, and to anybody: no fault of the program that needs its stack.
    request.log.warn({ code, ...text }, message)
  } else {
    request.log.debug({ code, ...text }, message)
  }
}

function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = toAppError(error)
  logError(request, answer)
  return sendError(reply, answer)
}

/** Node takes the first of two Host headers, what stands before it perhaps the other: neither is believed. */
async function refuseTwoHosts({ raw }: FastifyRequest): Promise<void> {
  const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name))
  if (hosts.length > 1) throw userError('invalid', t('requests.twoHosts'))
}

/** The one way from a thrown error to an answer; what cannot be answered safely is refused first. */
export function addErrorHandler(app: FastifyInstance): void {
  app.addHook('onRequest', refuseTwoHosts)
  app.setErrorHandler(handleError)
  app.setNotFoundHandler((_request, reply) => sendError(reply, notFound()))
}
