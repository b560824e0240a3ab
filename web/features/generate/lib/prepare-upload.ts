import { UPLOAD_TYPES } from '#contract/values/uploaded-images.ts'
import { fitScale, type Room, type Size, sizeWithin } from './sizes.ts'

export interface PreparedUpload {
  file: Blob
  /** Set when the picture was made smaller. */
  scaledTo: Size | null
}

const QUALITY = 0.95

/** What photos are in; other pictures may have few colours and sharp edges. */
const PHOTOS = /^image\/(?:jpeg|heic|heif|avif|jxl)$/

/**
 * Makes a picture that is larger than what is of use smaller before it is sent, and one of a kind that the server does
 * not take (as JPEG XL in Safari) into one that it does. What the browser cannot read goes as it is: the
 * server says what is wrong with it.
 */
export async function prepareUpload(file: Blob, room: Room): Promise<PreparedUpload> {
  const asItIs = { file, scaledTo: null }
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(
    () => null,
  )
  if (picture === null) return asItIs
  const scale = fitScale(picture, room)
  const taken = (UPLOAD_TYPES as readonly string[]).includes(file.type)
  if (scale === 1 && taken) return asItIs
  const scaledTo = sizeWithin(picture, room)
  const canvas = new OffscreenCanvas(scaledTo.width, scaledTo.height)
  const context = canvas.getContext('2d')
  if (context === null) return asItIs
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, scaledTo.width, scaledTo.height)
  picture.close()
  const type = PHOTOS.test(file.type) ? 'image/jpeg' : 'image/png'
  const blob = await canvas.convertToBlob({ type, quality: QUALITY })
  return { file: blob, scaledTo: scale === 1 ? null : scaledTo }
}
