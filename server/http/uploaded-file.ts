import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FileField } from '#contract/endpoint.ts'
import { AppError, invalidField, userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { AdmittedUpload } from './upload-gate.ts'

/** Names, boundaries and headers around the file. */
const FRAME_BYTES = 16 * 1024

const NO_FILE = t('requests.notAFile')

/** Lets the calls of this scope read `multipart/form-data` and whole files, and nothing else. */
export async function readsUploads(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  await app.register(multipart)
  // It is read by {@link readUploadedFile}.
  app.addContentTypeParser('application/octet-stream', (_request, _payload, done) => done(null))
}

function tooLarge({ maxBytes }: FileField): AppError {
  const limit = Math.round(maxBytes / 1024 / 1024)
  return userError('payload_too_large', t('requests.fileTooLarge', { size: limit }))
}

export interface UploadedFile {
  file: Buffer
  /** By their fields. */
  texts: Record<string, string>
}

/**
 * The file of an upload, whole in memory, with the texts that came along.
 * @throws {AppError} `unsupported_media_type` for another body, `payload_too_large`, `invalid` naming the field when
 * it has no file or there is more than one; the reason of the upload's signal
 */
export async function readUploadedFile(
  request: FastifyRequest,
  expected: FileField,
  upload: AdmittedUpload,
): Promise<UploadedFile> {
  const isRaw = request.headers['content-type'] === 'application/octet-stream'
  if (expected.raw ? !isRaw : !request.isMultipart()) {
    throw userError(
      'unsupported_media_type',
      expected.raw ? t('requests.sendOctetStream') : t('requests.sendMultipart'),
    )
  }
  // Refused by what it says, before anything is sent in vain.
  if (Number(request.headers['content-length']) > expected.maxBytes + FRAME_BYTES) {
    throw tooLarge(expected)
  }
  return readAdmitted(upload, () =>
    expected.raw ? readRaw(request, expected) : readFile(request, expected),
  )
}

/** Reads a body that comes fast enough. @throws what `read` throws; the reason of the upload's signal */
export async function readAdmitted<T>(
  { signal, watchSpeed }: AdmittedUpload,
  read: () => Promise<T>,
): Promise<T> {
  const stopped = Promise.withResolvers<never>()
  const stop = () => stopped.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  const stopWatching = watchSpeed()
  try {
    return await Promise.race([read(), stopped.promise])
  } finally {
    stopWatching()
    signal.removeEventListener('abort', stop)
  }
}

async function readRaw({ raw }: FastifyRequest, expected: FileField): Promise<UploadedFile> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > expected.maxBytes) throw tooLarge(expected)
    chunks.push(chunk)
  }
  return { file: Buffer.concat(chunks), texts: {} }
}

/** Reads to the end whatever is wrong with it: what is left unread would block the connection. */
async function readFile(request: FastifyRequest, expected: FileField): Promise<UploadedFile> {
  const { field, maxBytes, texts: names = [] } = expected
  const texts: Record<string, string> = {}
  const limits = { fileSize: maxBytes, files: 1, fields: 8, fieldSize: 1024 }
  let file: Buffer | undefined
  let complaint: AppError | undefined
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file' && part.fieldname === field) file = await part.toBuffer()
      else if (part.type === 'file') part.file.resume()
      if (names.includes(part.fieldname) && part.type !== 'file')
        texts[part.fieldname] = String(part.value)
      else if (part.fieldname !== field)
        complaint ??= invalidField(part.fieldname, t('common.unknownField'))
      else if (part.type !== 'file') complaint ??= invalidField(field, NO_FILE)
    }
  } catch (error) {
    throw multipartError(error, expected)
  }
  if (complaint) throw complaint
  if (file === undefined) throw invalidField(field, t('requests.noFile'))
  if (file.length === 0) throw invalidField(field, t('requests.fileEmpty'))
  for (const name of names)
    if (texts[name] === undefined) throw invalidField(name, t('common.required'))
  return { file, texts }
}

function multipartError(error: unknown, expected: FileField): unknown {
  if (error instanceof AppError) return error
  switch ((error as { code?: string }).code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return tooLarge(expected)
    case 'FST_FILES_LIMIT':
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return invalidField(expected.field, t('requests.oneFile'))
    default:
      // The body ended early, or is none of the kind that it says.
      return userError('invalid', t('requests.multipartError'), { cause: error })
  }
}
