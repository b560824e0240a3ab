import sharp from 'sharp'
import { type Outbound, OutboundError } from '#server/platform/outbound-http.ts'
import { checkImage, type Size } from '../check-image.ts'
import type { ImageSource } from '../../spec/index.ts'
import { prepareSource } from '../prepare-source.ts'
import { isCutTooFar } from '../proportions.ts'
import { workFailed } from './service-error.ts'

const TIMEOUT_MS = 120_000
const MOST_BYTES = 128 * 1024 ** 2

export interface ResultFile extends Size {
  /** PNG. */
  data: Uint8Array
}

/**
 * Copies a service's result to here: a whole picture, not black, of the size that was asked for.
 * @param size null: whatever it has
 * @throws EngineError `picture_failed`
 */
export async function fetchResult(
  outbound: Outbound,
  url: string,
  { service, size, fit }: { service: string; size: Size | null; fit: 'exact' | 'cover' },
  signal: AbortSignal,
): Promise<ResultFile> {
  const file = await fetchFile(outbound, url, { service, maxBytes: MOST_BYTES, signal })
  const data = await checkImage(file, fit === 'exact' ? size : null)
  const { width, height } = await sharp(data).metadata()
  if (!size || (width === size.width && height === size.height)) return { data, width, height }
  if (isCutTooFar({ width, height }, size)) {
    throw workFailed(service, `drew ${width} x ${height}, not ${size.width} x ${size.height}`)
  }
  return {
    ...size,
    data: await sharp(data)
      .resize(size.width, size.height, { fit: 'cover', kernel: 'lanczos3' })
      .png({ compressionLevel: 6 })
      .toBuffer(),
  }
}

/**
 * As {@link fetchResult}, of a drawing over an image: services draw those in sizes near to its own, so that each pixel comes
 * to its place by a stretch.
 * @param source what it was drawn over
 */
export async function fetchRepaint(
  outbound: Outbound,
  url: string,
  { service, source }: { service: string; source: ImageSource },
  signal: AbortSignal,
): Promise<ResultFile> {
  const made = await fetchResult(outbound, url, { service, size: null, fit: 'exact' }, signal)
  const { size, result, finish } = await prepareSource(source, made)
  if (isCutTooFar(made, size))
    throw workFailed(
      service,
      `drew ${made.width} x ${made.height}, not ${size.width} x ${size.height}`,
    )
  const stretched = await sharp(made.data)
    .resize(size.width, size.height, { fit: 'fill', kernel: 'lanczos3' })
    .png()
    .toBuffer()
  return { ...result, data: await finish(stretched) }
}

const DATA_URL = /^data:[\w./+-]+;base64,/

/**
 * Copies a file that a service made to here, unread.
 * @throws EngineError `picture_failed`
 */
export async function fetchFile(
  outbound: Outbound,
  url: string,
  {
    service,
    maxBytes,
    timeoutMs = TIMEOUT_MS,
    signal,
  }: { service: string; maxBytes: number; timeoutMs?: number; signal: AbortSignal },
): Promise<Uint8Array> {
  if (DATA_URL.test(url)) return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  const answer = await outbound
    .send(url, { timeoutMs, maxBytes, signal })
    .catch((error: unknown) => {
      signal.throwIfAborted()
      const detail = error instanceof OutboundError ? error.message : 'failed'
      throw workFailed(service, `its result could not be fetched: ${detail}`)
    })
  if (answer.status !== 200)
    throw workFailed(service, `its result could not be fetched: ${answer.status}`)
  return answer.bytes
}
