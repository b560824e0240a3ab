/** The program of a thread that encodes segments of videos, one after the other. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { createSegmentEncoder, type SegmentEncoder } from '#lib/encode-segment.ts'
import type { FromEncodingThread, ToEncodingThread } from './frame-encoder.ts'

let encoder: SegmentEncoder | null = null
/** Worked on one after the other, in their order. */
let waiting: ToEncodingThread[] = []
let isWorking = false

parentPort?.on('message', (message: ToEncodingThread) => {
  // Nobody asks any more for what waits.
  if (message.type === 'drop') waiting = []
  waiting.push(message)
  if (!isWorking) void workOff()
})

async function workOff(): Promise<void> {
  isWorking = true
  for (let message = waiting.shift(); message; message = waiting.shift()) {
    await work(message)
    // Messages that have come meanwhile are read.
    await nextTurn()
  }
  isWorking = false
}

async function work(message: ToEncodingThread): Promise<void> {
  if (message.type === 'begin') encoder = await createSegmentEncoder(message.width, message.height)
  else if (message.type === 'frame') {
    encoder!.add(message.pixels)
    send({ type: 'encoded', pixels: message.pixels }, message.pixels)
  } else if (message.type === 'finish') {
    send({ type: 'segment', file: encoder!.finish() })
    encoder = null
  } else {
    encoder?.dispose()
    encoder = null
    send({ type: 'dropped' })
  }
}

function send(message: FromEncodingThread, moved?: Uint8Array<ArrayBuffer>): void {
  parentPort?.postMessage(message, moved ? [moved.buffer] : [])
}
