import { z } from 'zod'
import type { RemoteServer } from '../remote/remote-server.ts'

/** What a server tells of the work of one client. */
export interface Watched {
  onStep(prompt: string, node: string, done: number): void
  /** @param image an encoded file */
  onPreview(image: Uint8Array): void
  /** Something ended: it is time to look. */
  onEnd(): void
}

const Frame = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()).default({}) })
const Step = z.object({ prompt_id: z.string(), node: z.string(), value: z.number() })
const ENDS = new Set(['execution_success', 'execution_error', 'execution_interrupted'])

/** Binary frames: their type, then the format of the picture, four bytes each (ComfyUI's `protocol.py`). */
const PREVIEW = 1
const PREVIEW_HEADER = 8
const AGAIN_MS = 2_000

/**
 * Listens to a server until `signal` aborts; a socket that closes is opened again. Whoever watches asks the server too,
 * for what was told while nobody listened is not told again.
 */
export function watchServer(
  server: RemoteServer,
  client: string,
  { onStep, onPreview, onEnd }: Watched,
  signal: AbortSignal,
): void {
  function read(text: string): void {
    const frame = Frame.safeParse(parse(text)).data
    if (!frame) return
    if (ENDS.has(frame.type)) onEnd()
    else if (frame.type === 'executing' && frame.data['node'] === null) onEnd()
    else if (frame.type === 'progress') {
      const step = Step.safeParse(frame.data).data
      if (step) onStep(step.prompt_id, step.node, step.value)
    }
  }

  function open(): void {
    if (signal.aborted) return
    const socket = server.listen(`/ws?${new URLSearchParams({ clientId: client })}`)
    socket.binaryType = 'arraybuffer'
    const close = () => socket.close()
    signal.addEventListener('abort', close, { once: true })
    socket.addEventListener('message', ({ data }) => {
      if (signal.aborted) return
      if (typeof data === 'string') return read(data)
      const bytes = Buffer.from(data as ArrayBuffer)
      if (bytes.length > PREVIEW_HEADER && bytes.readUInt32BE(0) === PREVIEW)
        onPreview(bytes.subarray(PREVIEW_HEADER))
    })
    // An error is followed by a close.
    socket.addEventListener('error', () => undefined)
    socket.addEventListener('close', () => {
      signal.removeEventListener('abort', close)
      if (!signal.aborted) setTimeout(open, AGAIN_MS).unref()
    })
  }

  open()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
