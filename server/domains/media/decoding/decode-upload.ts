import { once } from 'node:events'
import { buffer, text } from 'node:stream/consumers'
import type { UploadPurpose } from '#contract/uploaded-images.ts'
import { UPLOAD_LIMITS } from '#contract/values/uploaded-images.ts'
import { AppError, invalidField, userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { FromDecoder, KeptPicture, Refusal, ToDecoder } from './protocol.ts'
import { sniffFormat } from './sniff-format.ts'
import { type DecoderProcess, type ProcessLimits, startDecoder } from './start-decoder.ts'

/** A picture as it is kept: upright, in sRGB, one frame, without metadata. */
export interface DecodedUpload extends KeptPicture {
  data: Buffer
  /** What the process took at most, in bytes. */
  peakMemory: number
}

export interface DecodeOptions {
  purpose: UploadPurpose
  /** Ends the process at once; the call rejects with its reason. */
  signal: AbortSignal
  /** Asked between header and pixels; what it throws ends the process. */
  admit(pixels: number): Promise<void>
}

export interface DecodeLimits extends ProcessLimits {
  /** Seconds from the start of the process to its end. */
  seconds: number
}

/** What 50 megapixels of any kind need, and some more; a phone's photograph takes half a second and 200 MB. */
export const DECODE_LIMITS: DecodeLimits = { cpuSeconds: 30, seconds: 90, memory: 1024 ** 3 }

/** Most characters of a failing process's output that go into the log. */
const SHOWN_STDERR = 2000

const TOO_COSTLY = t('media.takesTooMuch')

/** An image of fewer pixels needs next to nothing: if it had too little memory, others took it. */
const SMALL_PIXELS = 2 ** 20
/** A file of fewer bytes needs next to nothing until its header is read. */
const SMALL_BYTES = 2 ** 20

/** Ends of a process that lie in the file: faults in native code, and its limit of processor time. */
const OWN_ENDS = new Set<unknown>(['SIGSEGV', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGXCPU'])

/** How large an image is, as far as it is known. */
interface Size {
  /** Of the file. */
  bytes: number
  /** As its header says; null: nothing has been read yet. */
  pixels: number | null
}

function refused(refusal: Refusal, size: Size): AppError {
  if (refusal.reason === 'memory')
    return isSmall(size) ? tooBusy('had too little memory') : invalidField('image', TOO_COSTLY)
  if (refusal.reason === 'damaged') {
    return new AppError('invalid', `The image cannot be read: ${refusal.message}`, {
      fields: { image: [t('media.damaged')] },
    })
  }
  const { width, height } = refusal
  const [megapixels, most] = [width * height, UPLOAD_LIMITS.pixels].map((n) => Math.round(n / 1e6))
  return userError(
    'payload_too_large',
    t('media.tooManyPixels', { width, height, size: megapixels!, most: most! }),
  )
}

const isSmall = ({ bytes, pixels }: Size): boolean =>
  pixels === null ? bytes <= SMALL_BYTES : pixels <= SMALL_PIXELS

/** Others kept the machine busy. */
function tooBusy(how: string): AppError {
  return new AppError('unavailable', `The decoding process ${how}`, {
    userMessage: t('common.serverBusy'),
    retryAfterSeconds: 10,
  })
}

/** The process ended without an answer: by a limit of the system, by a fault in native code, or for others. */
function lost(how: string | number | null, stderr: string, size: Size): AppError {
  // The system ends processes, or starts none, where others need the memory.
  const isForOthers = isSmall(size) && !OWN_ENDS.has(how)
  const message = `ended: ${typeof how === 'string' ? how : `exit ${how}`} ${stderr}`
  if (isForOthers) return tooBusy(message)
  return new AppError('invalid', `The decoding process ${message}`, {
    fields: { image: [TOO_COSTLY] },
  })
}

/**
 * Hears what the process tells; rejects with the reason for which the file is refused.
 * @param bytes of the file
 */
async function listen(
  { child, stderr }: DecoderProcess,
  bytes: number,
  admit: (pixels: number) => Promise<void>,
): Promise<Extract<FromDecoder, { type: 'decoded' }>> {
  return new Promise((resolve, reject) => {
    const size: Size = { bytes, pixels: null }
    const said = text(stderr).catch(() => '')
    child.on('message', (message: FromDecoder) => {
      if (message.type === 'decoded') resolve(message)
      else if (message.type === 'refused') reject(refused(message.refusal, size))
      // Under `node --watch` a process also tells of the modules that it loads.
      else if (message.type === 'header') {
        const go: ToDecoder = 'decode'
        size.pixels = message.width * message.height
        admit(size.pixels).then(() => child.send(go, () => {}), reject)
      }
    })
    // It could not be started, or not be told anything.
    child.on('error', (error) => reject(tooBusy(`failed: ${error.message}`)))
    child.on('close', (code, signal) => {
      void said.then((all) => reject(lost(signal ?? code, all.slice(-SHOWN_STDERR), size)))
    })
  })
}

/**
 * Decodes an upload in a process of its own and writes it again, so that nothing but its pixels is kept: no place, no
 * camera, no comment, nothing hidden behind the picture. The process is gone when this settles.
 * @throws {AppError} `unsupported_media_type`, `payload_too_large` for too many pixels, `invalid` naming `image`,
 * `unavailable` where the clock ran out, or a small image had no memory or lost its process; what `admit` throws; the
 * signal's reason
 */
export async function decodeUpload(
  file: Buffer,
  { purpose, signal, admit }: DecodeOptions,
  limits: DecodeLimits = DECODE_LIMITS,
): Promise<DecodedUpload> {
  signal.throwIfAborted()
  const format = sniffFormat(file)
  const decoder = startDecoder({ format, purpose, maxPixels: UPLOAD_LIMITS.pixels }, limits)
  const { child, stdin, stdout } = decoder
  // Where it could not be started, there is no end to wait for.
  const ended = once(child, 'exit').catch(() => {})
  const stopped = Promise.withResolvers<never>()
  const stop = () => stopped.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  // By the clock alone, for processor time has a limit of its own.
  const late = () => tooBusy(`was not done in ${limits.seconds} s`)
  const timer = setTimeout(() => stopped.reject(late()), limits.seconds * 1000)
  try {
    stdin.end(file)
    const read = Promise.all([listen(decoder, file.length, admit), buffer(stdout)])
    const [{ picture, bytes, peakMemory }, data] = await Promise.race([read, stopped.promise])
    // The picture could be read, so nothing is wrong with it.
    if (data.length !== bytes) throw tooBusy(`ended after ${data.length} of ${bytes} bytes`)
    return { ...picture, data, peakMemory }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    child.kill('SIGKILL')
    await ended
  }
}
