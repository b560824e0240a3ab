import type { UploadPurpose } from '#contract/uploaded-images.ts'
import type { KeptPicture } from './protocol.ts'
import type { Header } from './open-upload.ts'

export type KeptFormat = Pick<KeptPicture, 'contentType' | 'extension'>

const JPEG: KeptFormat = { contentType: 'image/jpeg', extension: 'jpg' }
const PNG: KeptFormat = { contentType: 'image/png', extension: 'png' }

/** The largest picture that can be repainted in part: what is not repainted must stay as it was, to the pixel. */
const EXACT_PIXELS = 2048 * 2048
/** Bytes a pixel of a lossless file: drawings and screens stay below, photographs are above. */
const PHOTOGRAPH_DENSITY = 1

/**
 * How a picture is kept. What came with loss is kept with a loss that no eye sees; what came without stays exact
 * unless it is a large photograph, whose lossless encoding costs many times as much as it is worth. What is transparent
 * is PNG: lossy WebP cannot hold 25 megapixels of this quality.
 * @param bytes of the file as it came
 */
export function chooseFormat(header: Header, purpose: UploadPurpose, bytes: number): KeptFormat {
  const { isLossless, hasAlpha, width, height } = header
  if (purpose === 'mask' || hasAlpha) return PNG
  const pixels = width * height
  const isExact = pixels <= EXACT_PIXELS || bytes <= pixels * PHOTOGRAPH_DENSITY
  return isLossless && isExact ? PNG : JPEG
}
