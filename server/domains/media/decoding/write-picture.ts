import sharp, { type Sharp } from 'sharp'
import type { UploadPurpose } from '#contract/uploaded-images.ts'
import { chooseFormat, type KeptFormat } from './choose-format.ts'
import type { KeptPicture } from './protocol.ts'
import type { Header, OpenedUpload } from './open-upload.ts'
import { Refused, refusedBy } from './refusal.ts'

/**
 * No eye tells it from the file that came. Tables made for the picture would take twice the time and 300 MB more at 50
 * megapixels, for a file 4 % smaller.
 */
const JPEG = { quality: 92, optimiseCoding: false } as const
const PNG = { compressionLevel: 4 } as const

function encode(picture: Sharp, { contentType }: KeptFormat, header: Header): Sharp {
  if (contentType === 'image/jpeg') {
    return picture.jpeg({ ...JPEG, chromaSubsampling: header.hasHalfColours ? '4:2:0' : '4:4:4' })
  }
  return picture.png(PNG)
}

/**
 * Writes a picture again: upright, in sRGB, its first frame, without anything but its pixels.
 * @param bytes of the file as it came
 * @throws {Refused} `damaged`, `memory`
 */
export async function writePicture(
  { header, readDecodable }: OpenedUpload,
  purpose: UploadPurpose,
  bytes: number,
): Promise<{ data: Buffer; picture: KeptPicture }> {
  const format = chooseFormat(header, purpose, bytes)
  const { width, height } = header
  try {
    const opened = sharp(readDecodable(), {
      limitInputPixels: width * height,
      pages: 1,
      failOn: 'error',
    })
    const upright = opened.autoOrient().toColourspace('srgb')
    const { data, info } = await encode(upright, format, header).toBuffer({
      resolveWithObject: true,
    })
    return { data, picture: { ...format, width: info.width, height: info.height } }
  } catch (error) {
    if (error instanceof Refused) throw error
    throw refusedBy(error as Error)
  }
}
