import { EventEmitter, once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { SEGMENT_FRAMES } from '#lib/encode-segment.ts'

/** Red, green, blue and a byte of no meaning for each pixel, in memory that can be moved to another thread. */
type Frame = Uint8Array<ArrayBuffer>

export type ToEncodingThread =
  | { type: 'begin'; width: number; height: number }
  | { type: 'frame'; pixels: Frame }
  | { type: 'finish' }
  | { type: 'drop' }
export type FromEncodingThread =
  | { type: 'encoded'; pixels: Frame }
  | { type: 'segment'; file: Uint8Array }
  | { type: 'dropped' }

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
  /** Drops what is not encoded yet; the threads are kept for the next video. */
  dispose(): Promise<void>
}

/** @param onEncoded is called after each frame */
export function createFrameEncoder(
  size: { width: number; height: number },
  onEncoded: () => void,
): FrameEncoder {
  const bytes = 4 * size.width * size.height
  const waiting = Math.min(SEGMENT_FRAMES, Math.max(2, Math.floor(MOST_WAITING_BYTES / bytes)))
  const blanks = Array.from({ length: waiting }, () => new Uint8Array(bytes))
  const returned = new EventEmitter()
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  const threads = Array.from({ length: Math.min(2, availableParallelism()) }, () =>
    takeThread(failed.reject, (pixels) => {
      blanks.push(pixels)
      returned.emit('blank')
      onEncoded()
    }),
  )
  let segment = 0
  let isBegun = false
  const current = () => threads[segment % threads.length]!

  return {
    async blank() {
      while (blanks.length === 0) await Promise.race([once(returned, 'blank'), failed.promise])
      return blanks.pop()!
    },
    add(pixels) {
      if (!isBegun) current().send({ type: 'begin', ...size })
      isBegun = true
      current().send({ type: 'frame', pixels }, [pixels.buffer])
    },
    finish() {
      const file = current().finish()
      isBegun = false
      segment += 1
      return Promise.race([file, failed.promise])
    },
    async dispose() {
      const isDone = !isBegun && blanks.length === waiting
      await Promise.all(threads.map((thread) => thread.leave(isDone)))
    },
  }
}

interface EncodingThread {
  send(message: ToEncodingThread, moved?: ArrayBuffer[]): void
  finish(): Promise<Uint8Array>
  /** @param isDone whether it may be kept: nothing that was begun is open */
  leave(isDone: boolean): Promise<void>
}

/** Threads of this process that wait for a video: to start one takes as long as to encode ten frames. */
const idle = new Set<Worker>()

function startThread(): Worker {
  const thread = new Worker(new URL('encoding-thread.ts', import.meta.url))
  for (const name of ['error', 'exit']) thread.on(name, () => idle.delete(thread))
  return thread
}

function takeThread(
  onFailure: (reason: unknown) => void,
  onEncoded: (pixels: Frame) => void,
): EncodingThread {
  const [kept] = idle
  const thread = kept ?? startThread()
  idle.delete(thread)
  thread.ref()
  /** Segments that are asked for, in their order. */
  const segments: ((file: Uint8Array) => void)[] = []
  const listeners = {
    error: onFailure,
    exit: () => onFailure(new Error('A thread that encodes videos ended')),
    message(message: FromEncodingThread) {
      if (message.type === 'encoded') onEncoded(message.pixels)
      else if (message.type === 'segment') segments.shift()?.(message.file)
    },
  }
  for (const [name, listener] of Object.entries(listeners)) thread.on(name, listener)
  const send: EncodingThread['send'] = (message, moved = []) => thread.postMessage(message, moved)
  return {
    send,
    finish() {
      send({ type: 'finish' })
      return new Promise((resolve) => segments.push(resolve))
    },
    async leave(isDone) {
      for (const [name, listener] of Object.entries(listeners)) thread.off(name, listener)
      if ((!isDone || segments.length > 0) && !(await drop(thread))) return
      // It does not keep the process.
      thread.unref()
      idle.add(thread)
    },
  }
}

/**
 * Has a thread forget what it was asked for. It is not terminated: ended in the middle of WebAssembly it has taken the
 * whole process with it (SIGSEGV).
 * @returns whether the thread is still there
 */
async function drop(thread: Worker): Promise<boolean> {
  // It has ended already.
  if (thread.threadId === -1) return false
  const over = Promise.withResolvers<boolean>()
  const onExit = () => over.resolve(false)
  const onMessage = (message: FromEncodingThread) => {
    if (message.type === 'dropped') over.resolve(true)
  }
  thread.on('exit', onExit)
  thread.on('message', onMessage)
  thread.postMessage({ type: 'drop' } satisfies ToEncodingThread)
  try {
    return await over.promise
  } finally {
    thread.off('exit', onExit)
    thread.off('message', onMessage)
  }
}
