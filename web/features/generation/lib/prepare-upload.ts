import { LIMITS } from '#contract/generation-request.ts'
import { fitScale, type Size } from './sizes.ts'

export interface PreparedUpload {
  file: Blob
  /** Set when the picture was made smaller. */
  scaledTo: Size | null
}

const QUALITY = 0.95

/**
 * Makes a picture that is larger than any result smaller before it is sent. What the browser cannot read goes as it
 * is: the server says what is wrong with it.
 */
export async function prepareUpload(file: File): Promise<PreparedUpload> {
  const asItIs = { file, scaledTo: null }
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(
    () => null,
  )
  if (picture === null) return asItIs
  const scale = fitScale(picture, LIMITS.size.max)
  if (scale === 1) return asItIs
  const scaledTo = {
    width: Math.max(1, Math.floor(picture.width * scale)),
    height: Math.max(1, Math.floor(picture.height * scale)),
  }
  const canvas = new OffscreenCanvas(scaledTo.width, scaledTo.height)
  const context = canvas.getContext('2d')
  if (context === null) return asItIs
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, scaledTo.width, scaledTo.height)
  picture.close()
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png'
  return { file: await canvas.convertToBlob({ type, quality: QUALITY }), scaledTo }
}
