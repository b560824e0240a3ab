/** The program of a thread that encodes segments of a video, one after the other. */
import { parentPort, workerData } from 'node:worker_threads'
import { createSegmentEncoder } from '#server/platform/encode-segment.ts'
import type { FromEncodingThread, ToEncodingThread } from './frame-encoder.ts'

const { width, height } = workerData as { width: number; height: number }
/** Loaded before the first frame is there. */
let encoder = createSegmentEncoder(width, height)
/** Messages are worked on one after the other, in their order. */
let last = Promise.resolve()

parentPort?.on('message', (message: ToEncodingThread) => {
  last = last.then(() => work(message))
})

async function work(message: ToEncodingThread): Promise<void> {
  if (message.type === 'frame') {
    ;(await encoder).add(message.pixels)
    send({ type: 'encoded', pixels: message.pixels }, message.pixels)
  } else {
    send({ type: 'segment', file: (await encoder).finish() })
    encoder = createSegmentEncoder(width, height)
  }
}

function send(message: FromEncodingThread, moved?: Uint8Array<ArrayBuffer>): void {
  parentPort?.postMessage(message, moved ? [moved.buffer] : [])
}
