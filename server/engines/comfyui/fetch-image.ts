import sharp from 'sharp'
import { checkImage } from '../remote/check-image.ts'
import { finishLater } from '../remote/prepare-source.ts'
import { seedOf } from '../remote/request-sizes.ts'
import type { EngineImage } from '../spec/index.ts'
import { downloadFile } from './comfy-api.ts'
import type { Following } from './follow-prompts.ts'
import type { ComfyOperation } from './operation.ts'
import { type Ended, lost } from './wait-for-prompt.ts'

/** Copies an image from the server. Throws EngineError `picture_failed`, `operation_lost`; RemoteError. */
export async function fetchImage(
  { server, operation }: Following,
  index: number,
  { file, isLeft }: Ended,
  signal: AbortSignal,
): Promise<EngineImage> {
  const { onto, transparency, hasOwnSize = false } = operation
  const size = hasOwnSize ? null : operation
  const drawn = await checkImage(await downloadFile(server, file, signal), size, {
    mayBeBlack: transparency !== undefined,
  }).catch((error: unknown) => {
    // A server that ended while it wrote leaves half a file.
    throw isLeft ? lost(file.filename) : error
  })
  const shared = {
    index,
    contentType: 'image/png' as const,
    seed: operation.seed === null ? null : seedOf(operation.seed, index),
  }
  if (onto) {
    const image = await downloadFile(server, onto.image, signal)
    const opacity = await downloadFile(server, onto.opacity, signal)
    const { width, height } = onto
    const data = await finishLater({ image, opacity, result: { width, height } }, drawn)
    return { ...shared, data, width, height }
  }
  const { width, height } = hasOwnSize ? await sharp(drawn).metadata() : operation
  const data = transparency
    ? await withTransparency(drawn, await downloadFile(server, transparency, signal), operation)
    : drawn
  return { ...shared, data, width, height }
}

async function withTransparency(
  drawn: Uint8Array,
  original: Uint8Array,
  { width, height }: ComfyOperation,
): Promise<Uint8Array> {
  const { hasAlpha } = await sharp(original).metadata()
  if (!hasAlpha) return drawn
  const alpha = await sharp(original)
    .extractChannel('alpha')
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer()
  const raw = await sharp(drawn).removeAlpha().raw().toBuffer()
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .joinChannel(alpha, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
}
