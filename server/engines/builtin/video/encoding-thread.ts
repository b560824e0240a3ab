/** The program of a thread that encodes segments of videos, one after the other. */
import { parentPort } from 'node:worker_threads'
import { createSegmentEncoder, type SegmentEncoder } from '#server/platform/encode-segment.ts'
import type { FromEncodingThread, ToEncodingThread } from './frame-encoder.ts'

let encoder: SegmentEncoder | null = null
/** Messages are worked on one after the other, in their order. */
let last = Promise.resolve()

parentPort?.on('message', (message: ToEncodingThread) => {
  last = last.then(() => work(message))
})

async function work(message: ToEncodingThread): Promise<void> {
  if (message.type === 'begin') encoder = await createSegmentEncoder(message.width, message.height)
  else if (message.type === 'frame') {
    encoder!.add(message.pixels)
    send({ type: 'encoded', pixels: message.pixels }, message.pixels)
  } else {
    send({ type: 'segment', file: encoder!.finish() })
    encoder = null
  }
}

function send(message: FromEncodingThread, moved?: Uint8Array<ArrayBuffer>): void {
  parentPort?.postMessage(message, moved ? [moved.buffer] : [])
}
