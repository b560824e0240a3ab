import type { PixelAnswer, PixelWork } from './pixel-worker.ts'

interface Waiting {
  resolve(answer: unknown): void
  reject(error: Error): void
}

const waiting = new Map<number, Waiting>()
let worker: Worker | null = null
let last = 0

function open(): Worker {
  const opened = new Worker(new URL('pixel-worker.ts', import.meta.url), { type: 'module' })
  opened.addEventListener('message', ({ data }: MessageEvent<PixelAnswer>) => {
    const asker = waiting.get(data.id)
    waiting.delete(data.id)
    if ('error' in data) asker?.reject(new Error(data.error))
    else asker?.resolve(data.answer)
  })
  opened.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new Error('The worker for pixels ended'))
    waiting.clear()
    opened.terminate()
    worker = null
  })
  return opened
}

/**
 * Has work on pixels done beside the page.
 *
 * @param handed buffers that the page does not need any more
 */
export function askWorker<Name extends keyof PixelWork>(
  name: Name,
  asked: PixelWork[Name]['asked'],
  handed: readonly ArrayBufferLike[] = [],
): Promise<PixelWork[Name]['answer']> {
  worker ??= open()
  const own = worker
  const id = ++last
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    own.postMessage({ id, name, asked }, { transfer: handed as ArrayBuffer[] })
  })
}
