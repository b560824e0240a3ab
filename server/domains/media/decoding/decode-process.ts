/** The program of the process that decodes one upload and ends. A hostile file can end it, and nothing else. */
import { setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { peakMemory } from '#server/platform/process/peak-memory.ts'
import type { DecodeTask, FromDecoder, ToDecoder } from './protocol.ts'
import { type Header, openUpload } from './open-upload.ts'
import { damaged, Refused } from './refusal.ts'
import { writePicture } from './write-picture.ts'

/** Behind the process that answers everybody, beside the one that draws. */
const PRIORITY = 5
const WATCH_MS = 50

const task = JSON.parse(process.argv[2] ?? '') as DecodeTask

function send(message: FromDecoder): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve())
  })
}

/** Not by exit(): native code may still be at work. */
const end = () => process.kill(process.pid, 'SIGKILL')

// Signals to the whole group are the server's to answer: it drains, then ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// A server that was killed leaves no process behind.
process.on('disconnect', end)
// Beside the limit of the system, which not every system keeps.
setInterval(() => {
  if (process.memoryUsage.rss() <= task.maxMemory) return
  void send({ type: 'refused', refusal: { reason: 'memory' } }).then(end)
}, WATCH_MS).unref()

/** Resolves when the server wants the pixels. */
const wanted = new Promise<void>((resolve) => {
  process.once('message', (message: ToDecoder) => {
    if (message === 'decode') resolve()
  })
})

function checkPixels({ width, height }: Header): void {
  if (width * height > task.maxPixels) {
    throw new Refused({ reason: 'pixels', width, height })
  }
}

async function decode(): Promise<void> {
  const file = await buffer(process.stdin)
  const opened = await openUpload(file, task.format)
  const { header } = opened
  checkPixels(header)
  await send({ type: 'header', width: header.width, height: header.height })
  await wanted
  const { data, picture } = await writePicture(opened, task.purpose, file.length)
  await send({ type: 'decoded', picture, bytes: data.length, peakMemory: peakMemory() })
  await new Promise<void>((resolve) => {
    process.stdout.write(data, () => resolve())
  })
}

setPriority(PRIORITY)
sharp.concurrency(1)
sharp.cache(false)
try {
  await decode()
} catch (error) {
  const { refusal } = error instanceof Refused ? error : damaged(String(error))
  await send({ type: 'refused', refusal })
}
end()
