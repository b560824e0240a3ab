import type { EventEmitter } from 'node:events'

export const FPS = 24
/** Frames of a segment: what is kept of a video that was broken off is so many, or a multiple. */
export const SEGMENT_FRAMES = 24
/** From 10 (best) to 51. Above 24 even colours show steps. */
const QUANTIZER = 22
/** From 0 (best) to 10. From 5 on frames take half the time, at the same size. */
const SPEED = 5

/** One segment of a video while it is written. */
export interface SegmentEncoder {
  /** @param pixels red, green, blue and a byte of no meaning for each, row by row */
  add(pixels: Uint8Array): void
  /** @param planes YUV 4:2:0, as a decoder gives it: nothing is lost between both */
  addYuv(planes: Uint8Array): void
  /** @returns an MP4 file that begins with a key frame */
  finish(): Uint8Array
  /** Gives the memory back; harmless after `finish`. */
  dispose(): void
}

/**
 * Loading the library adds listeners that end the process at whatever nobody has handled. What happens then is for the
 * program to say, so they are taken away again.
 */
async function loadEncoder() {
  const events: EventEmitter = process
  const names = ['uncaughtException', 'unhandledRejection']
  const before = new Set(names.flatMap((name) => events.listeners(name)))
  const { default: library } = await import('h264-mp4-encoder')
  const encoder = await library.createH264MP4Encoder()
  for (const name of names)
    for (const listener of events.listeners(name))
      if (!before.has(listener)) events.removeListener(name, listener as () => void)
  return encoder
}

/**
 * @param width even, as is the height
 * @param fps frames a second
 */
export async function createSegmentEncoder(
  width: number,
  height: number,
  fps: number = FPS,
): Promise<SegmentEncoder> {
  const encoder = await loadEncoder()
  let open = true
  encoder.width = width
  encoder.height = height
  encoder.frameRate = fps
  encoder.quantizationParameter = QUANTIZER
  encoder.speed = SPEED
  encoder.groupOfPictures = SEGMENT_FRAMES
  encoder.initialize()
  /** One that is deleted before its file is finished ends the library, and with it every other. */
  function close(): Uint8Array | null {
    if (!open) return null
    open = false
    encoder.finalize()
    const file = encoder.FS.readFile(encoder.outputFilename)
    encoder.FS.unlink(encoder.outputFilename)
    encoder.delete()
    return file
  }
  return {
    add: (pixels) => encoder.addFrameRgba(pixels),
    addYuv: (planes) => encoder.addFrameYuv(planes),
    finish() {
      const file = close()
      if (!file) throw new Error('This segment is finished already')
      return file
    },
    dispose: () => void close(),
  }
}
