import { EventEmitter, once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { SEGMENT_FRAMES } from '#server/platform/encode-segment.ts'

/** Red, green, blue and a byte of no meaning for each pixel, in memory that can be moved to another thread. */
type Frame = Uint8Array<ArrayBuffer>

export type ToEncodingThread = { type: 'frame'; pixels: Frame } | { type: 'finish' }
export type FromEncodingThread =
  | { type: 'encoded'; pixels: Frame }
  | { type: 'segment'; file: Uint8Array }

/** Frames that wait for the encoder take up so much memory; drawing is held up before they take more. */
const MOST_WAITING_BYTES = 64 * 1024 ** 2

/** Encodes frames while the next ones are drawn; where there are cores for it, two segments at once. */
export interface FrameEncoder {
  /** @returns memory for the next frame, in which any pixels may be; rejects where encoding has failed */
  blank(): Promise<Frame>
  /** @param pixels from {@link blank}; not the caller's any more */
  add(pixels: Frame): void
  /** Ends a segment. @returns an MP4 file that begins with a key frame, once its frames are encoded */
  finish(): Promise<Uint8Array>
  /** Ends the threads, whatever they do. */
  dispose(): Promise<void>
}

/** @param onEncoded is called after each frame */
export function createFrameEncoder(
  { width, height }: { width: number; height: number },
  onEncoded: () => void,
): FrameEncoder {
  const bytes = 4 * width * height
  const waiting = Math.min(SEGMENT_FRAMES, Math.max(2, Math.floor(MOST_WAITING_BYTES / bytes)))
  const blanks = Array.from({ length: waiting }, () => new Uint8Array(bytes))
  const returned = new EventEmitter()
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  const threads = Array.from({ length: Math.min(2, availableParallelism()) }, () =>
    startThread({ width, height }, failed.reject, (pixels) => {
      blanks.push(pixels)
      returned.emit('blank')
      onEncoded()
    }),
  )
  let segment = 0
  const current = () => threads[segment % threads.length]!

  return {
    async blank() {
      while (blanks.length === 0) await Promise.race([once(returned, 'blank'), failed.promise])
      return blanks.pop()!
    },
    add: (pixels) => current().send({ type: 'frame', pixels }, [pixels.buffer]),
    finish() {
      const file = current().finish()
      segment += 1
      return Promise.race([file, failed.promise])
    },
    async dispose() {
      await Promise.all(threads.map(({ end }) => end()))
    },
  }
}

function startThread(
  workerData: { width: number; height: number },
  onFailure: (reason: unknown) => void,
  onEncoded: (pixels: Frame) => void,
) {
  const thread = new Worker(new URL('encoding-thread.ts', import.meta.url), { workerData })
  /** Segments that are asked for, in their order. */
  const segments: ((file: Uint8Array) => void)[] = []
  thread.on('error', onFailure)
  thread.on('exit', () => onFailure(new Error('A thread that encodes videos ended')))
  thread.on('message', (message: FromEncodingThread) => {
    if (message.type === 'encoded') onEncoded(message.pixels)
    else segments.shift()?.(message.file)
  })
  const send = (message: ToEncodingThread, moved: ArrayBuffer[] = []): void =>
    thread.postMessage(message, moved)
  return {
    send,
    finish(): Promise<Uint8Array> {
      send({ type: 'finish' })
      return new Promise((resolve) => segments.push(resolve))
    },
    end: () => thread.terminate(),
  }
}
