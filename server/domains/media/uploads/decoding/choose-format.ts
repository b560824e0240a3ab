import type { UploadPurpose } from '#contract/uploaded-images.ts'
import type { KeptPicture } from './protocol.ts'
import type { Header } from './read-header.ts'

export type KeptFormat = Pick<KeptPicture, 'contentType' | 'extension'>

const JPEG: KeptFormat = { contentType: 'image/jpeg', extension: 'jpg' }
const PNG: KeptFormat = { contentType: 'image/png', extension: 'png' }
const WEBP: KeptFormat = { contentType: 'image/webp', extension: 'webp' }

/** The largest picture that can be repainted in part: what is not repainted must stay as it was, to the pixel. */
const EXACT_PIXELS = 2048 * 2048
/** Bytes a pixel of a lossless file: drawings and screens stay below, photographs are above. */
const PHOTOGRAPH_DENSITY = 1

/**
 * How a picture is kept. What came with loss is kept with a loss that no eye sees; what came without stays exact
 * unless it is a large photograph, whose lossless encoding costs many times as much as it is worth.
 * @param bytes of the file as it came
 */
export function chooseFormat(header: Header, purpose: UploadPurpose, bytes: number): KeptFormat {
  if (purpose === 'mask') return PNG
  const { isLossless, hasAlpha, width, height } = header
  if (!isLossless) return hasAlpha ? WEBP : JPEG
  const pixels = width * height
  const isLargePhotograph = pixels > EXACT_PIXELS && bytes > pixels * PHOTOGRAPH_DENSITY
  return isLargePhotograph && !hasAlpha ? JPEG : PNG
}
