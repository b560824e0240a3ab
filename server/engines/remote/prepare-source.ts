import sharp from 'sharp'
import { inEnglish, t, type Text } from '#server/texts/index.ts'
import { EngineError, type ImageRequest, type ImageSource } from '../spec/index.ts'
import type { Size } from './check-image.ts'

/** What a server is given to draw on, and how its result becomes the picture that was asked for. */
export interface PreparedSource {
  /** PNG, of `size`. */
  image: Uint8Array
  /** PNG in grey, of `size`: what is white is repainted. Null: all of it. */
  mask: Uint8Array | null
  /** What the server draws: whole steps of 8 pixels. */
  size: Size
  /** What `finish` gives. */
  result: Size
  /** PNG in grey, of `result`: how much of what was drawn is seen, 0 where the source is kept. Null: all of it. */
  opacity: Uint8Array | null
  /** Puts what was drawn back: outside of mask and padding every pixel is that of the source. Takes and gives PNG. */
  finish(drawn: Uint8Array): Promise<Uint8Array>
}

const STEP = 8
const MOST_PIXELS = 100_000_000

const upToStep = (pixels: number) => Math.ceil(pixels / STEP) * STEP

/**
 * Makes a request's source ready for a server that takes a picture and a mask.
 * @throws EngineError `unsupported` if a file is no picture or the mask has another size
 */
export async function prepareSource(
  source: ImageSource,
  request: Pick<ImageRequest, 'width' | 'height'>,
): Promise<PreparedSource> {
  return source.mask || source.padding
    ? prepareRepaint(source)
    : prepareWhole(source, { width: request.width, height: request.height })
}

/** The source covers the output and is cropped in the middle. */
async function prepareWhole(source: ImageSource, size: Size): Promise<PreparedSource> {
  const image = await decoded('source', () =>
    open(source.image)
      .flatten({ background: 'white' })
      .resize(size.width, size.height, { fit: 'cover', kernel: 'lanczos3' })
      .png()
      .toBuffer(),
  )
  return { image, mask: null, opacity: null, size, result: size, finish: async (drawn) => drawn }
}

async function prepareRepaint({ image, mask, padding }: ImageSource): Promise<PreparedSource> {
  const around = padding ?? { left: 0, top: 0, right: 0, bottom: 0 }
  const original = await decoded('source', () =>
    open(image)
      .flatten({ background: 'white' })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  const { width, height } = original.info
  const source = { data: original.data, width, height, channels: 3 as const }
  const result = {
    width: width + around.left + around.right,
    height: height + around.top + around.bottom,
  }
  const size = { width: upToStep(result.width), height: upToStep(result.height) }
  const canvas = await sharp(source.data, { raw: source })
    .extend({
      ...around,
      right: around.right + size.width - result.width,
      bottom: around.bottom + size.height - result.height,
      extendWith: 'copy',
    })
    .png()
    .toBuffer()
  const opacity = await repaintOpacity({ mask, width, height })
  /** 255 where the result is what was drawn, 0 where it is the source. */
  const repainted = await sharp(opacity, { raw: { width, height, channels: 1 } })
    .extend({ ...around, background: 'white' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()

  return {
    image: canvas,
    mask: await sharp(Buffer.from(repainted.map((value) => (value > 0 ? 255 : 0))), {
      raw: { ...result, channels: 1 },
    })
      .extend({
        right: size.width - result.width,
        bottom: size.height - result.height,
        background: 'black',
      })
      .toColourspace('b-w')
      .png()
      .toBuffer(),
    size,
    result,
    opacity: await sharp(repainted, { raw: { ...result, channels: 1 } })
      .toColourspace('b-w')
      .png()
      .toBuffer(),
    finish: (drawn) => layOver(canvas, repainted, drawn, result),
  }
}

/**
 * Puts what was drawn back into a source that another process prepared.
 * @param source `image`, `opacity` and `result` of its {@link PreparedSource}
 */
export async function finishLater(
  { image, opacity, result }: { image: Uint8Array; opacity: Uint8Array; result: Size },
  drawn: Uint8Array,
): Promise<Uint8Array> {
  const shares = await decoded('mask', () => sharp(opacity).toColourspace('b-w').raw().toBuffer())
  return layOver(image, shares, drawn, result)
}

/** @param shares of each pixel of the result, how much of what was drawn is seen, 0-255 */
async function layOver(
  canvas: Uint8Array,
  shares: Uint8Array,
  drawn: Uint8Array,
  size: Size,
): Promise<Uint8Array> {
  const pixelsOf = (image: Uint8Array) =>
    sharp(image)
      .extract({ left: 0, top: 0, ...size })
      .removeAlpha()
      .raw()
      .toBuffer()
  const [top, bottom] = await Promise.all([pixelsOf(drawn), pixelsOf(canvas)])
  for (let pixel = 0, at = 0; pixel < shares.length; pixel++) {
    const share = shares[pixel]! / 255
    for (let channel = 0; channel < 3; channel++, at++)
      bottom[at] = Math.round(top[at]! * share + bottom[at]! * (1 - share))
  }
  return sharp(bottom, { raw: { ...size, channels: 3 } })
    .png()
    .toBuffer()
}

/** A blur of this share of the feather's width has no value of a whole step left at its end. */
const FEATHER_SIGMA = 1 / 3.5

/** 255 inside of the mask, falling to 0 over the feather's width around it; 0 everywhere without a mask. */
async function repaintOpacity({
  mask,
  width,
  height,
}: Pick<ImageSource, 'mask'> & Size): Promise<Buffer> {
  if (!mask) return Buffer.alloc(width * height)
  const { data, info } = await decoded('mask', () =>
    open(mask.image)
      .flatten({ background: 'black' })
      .toColourspace('b-w')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  )
  if (info.width !== width || info.height !== height)
    throw unsupported(
      t('engines.maskSize', {
        width: info.width,
        height: info.height,
        otherWidth: width,
        otherHeight: height,
      }),
    )
  const hard = Buffer.from(data.map((value) => (value > 127 ? 255 : 0)))
  const sigma = mask.feather * FEATHER_SIGMA
  if (sigma < 0.3) return hard
  const soft = await sharp(hard, { raw: { width, height, channels: 1 } })
    .blur(sigma)
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  // Half of a blurred edge lies inside of the mask, which is repainted whole.
  return Buffer.from(hard.map((value, at) => Math.max(value, Math.min(255, 2 * soft[at]!))))
}

const open = (file: Uint8Array) => sharp(file, { limitInputPixels: MOST_PIXELS }).autoOrient()

async function decoded<T>(what: 'source' | 'mask', decode: () => Promise<T>): Promise<T> {
  try {
    return await decode()
  } catch (error) {
    throw unsupported(t('engines.sourceNotRead', { what }), error)
  }
}

function unsupported(text: Text, cause?: unknown): EngineError {
  return new EngineError('unsupported', inEnglish(text), {
    retryable: false,
    userMessage: text,
    cause,
  })
}
