import { setTimeout as sleep } from 'node:timers/promises'
import { isAway } from '../remote/is-away.ts'
import { RemoteError } from '../remote/remote-error.ts'
import type { RemoteServer } from '../remote/remote-server.ts'
import { EngineError } from '../spec/index.ts'
import { FOLDER, type HistoryEntry, readHistory, readQueue, type ServerFile } from './comfy-api.ts'
import { t } from '#server/texts/index.ts'

/** With a socket that tells what ends, the questions are for what was not heard. */
const POLL_MS = 1_000
/** Ending of the first file of a name, as `SaveImage`, `SaveVideo` and VHS's nodes write it. */
const ENDINGS = { image: ['_00001_.png'], video: ['_00001_.mp4', '_00001.mp4'] } as const
const MOVING = /\.(?:mp4|m4v|mov|webm|mkv|webp|gif)$/i
const OUT_OF_MEMORY = /out ?of ?memory|allocation on device|allocate .*memory/i
/** Nodes that read the file of a model: `CheckpointLoaderSimple`, `UNETLoader`, `LoraLoaderModelOnly`. */
const LOADER = /Loader/
const LORA_LOADER = /Lora/i
/** What breaks while a file is read, and is no fault of the file. */
const DEVICE_FAILED = /\b(?:CUDA|HIP|cuDNN|cuBLAS) error/i

export interface Waiting {
  server: RemoteServer
  prompt: string
  /** Beginning of its file's name. */
  output: string
  /** Default: an image. */
  makes?: Makes
  /** How long a server may be away, milliseconds. */
  patienceMs: number
  /** Resolves when it is time to look again. */
  nextEnd(): Promise<void>
  /** Hears after each look how many prompts the server does first; 0: it is being drawn. */
  onPlace(ahead: number): void
}

/** What the file of a prompt shows. */
export type Makes = 'image' | 'video'

/** What came of a prompt. */
export interface Ended {
  file: ServerFile
  /** The server does not know the prompt any more, but its file is there. */
  isLeft: boolean
}

/**
 * Waits until a prompt ends. A server that does not answer is asked again for a while: it may draw all the same.
 * @throws EngineError `operation_lost` for a prompt that the server neither knows nor has made; what made it fail; what
 * `signal` aborted rejects with its reason
 */
export async function waitForPrompt(waiting: Waiting, signal: AbortSignal): Promise<Ended> {
  let awaySince: number | null = null
  for (;;) {
    signal.throwIfAborted()
    try {
      const ended = await look(waiting, signal)
      if (ended) return ended
      awaySince = null
    } catch (error) {
      if (!isAway(error)) throw error
      awaySince ??= performance.now()
      if (performance.now() - awaySince > waiting.patienceMs) throw error
    }
    const asked = new AbortController()
    const either = AbortSignal.any([signal, asked.signal])
    await Promise.race([sleep(POLL_MS, undefined, { signal: either }), waiting.nextEnd()]).finally(
      () => asked.abort(),
    )
  }
}

/** Null while it waits or is worked on. */
async function look(
  { server, prompt, output, makes = 'image', onPlace }: Waiting,
  signal: AbortSignal,
): Promise<Ended | null> {
  const entry = await readHistory(server, prompt, signal)
  if (entry) return { file: fileOf(entry, makes), isLeft: false }
  const { running, pending } = await readQueue(server, signal)
  if (running.includes(prompt) || pending.includes(prompt)) {
    onPlace(running.includes(prompt) ? 0 : running.length + pending.indexOf(prompt))
    return null
  }
  // It may have ended between the two questions.
  const late = await readHistory(server, prompt, signal)
  if (late) return { file: fileOf(late, makes), isLeft: false }
  for (const ending of ENDINGS[makes]) {
    const file = { filename: `${output}${ending}`, subfolder: FOLDER, type: 'output' as const }
    if (await isThere(server, file, signal)) return { file, isLeft: true }
  }
  throw lost(prompt)
}

async function isThere(
  server: RemoteServer,
  { filename, subfolder, type }: ServerFile,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await server.send(`/view?${new URLSearchParams({ filename, subfolder, type })}`, { signal })
    return true
  } catch (error) {
    if (error instanceof RemoteError && error.status === 404) return false
    throw error
  }
}

/** What a prompt made. Throws EngineError for one that failed. @param makes left out: whatever it is */
export function fileOf({ status, outputs }: HistoryEntry, makes?: Makes): ServerFile {
  const events = status?.messages ?? []
  if (events.some(([name]) => name === 'execution_interrupted')) {
    throw new EngineError('engine_failed', 'ComfyUI was interrupted by somebody else', {
      retryable: true,
      userMessage: t('engines.serverStopped'),
    })
  }
  const failure = events.find(([name]) => name === 'execution_error')?.[1]
  if (failure || status?.status_str === 'error') throw failed(failure ?? {})
  const files = Object.values(outputs)
    .flatMap(({ images = [], gifs = [] }) => [...gifs, ...images])
    .filter(({ filename }) => makes !== 'video' || MOVING.test(filename))
  const file = files.find(({ type }) => type === 'output') ?? files[0]
  if (!file) throw failed({ exception_message: `no ${makes ?? 'image'} among its outputs` })
  return file
}

function failed(event: Record<string, unknown>): EngineError {
  const { exception_type: type, exception_message: reason, node_type: node } = event
  const message = [node, type, reason].filter((word) => typeof word === 'string').join(': ')
  if (OUT_OF_MEMORY.test(message)) {
    return new EngineError('out_of_memory', `ComfyUI failed: ${message}`, {
      retryable: false,
      userMessage: t('engines.tooLargeForMemory'),
    })
  }
  if (typeof node === 'string' && LOADER.test(node) && !DEVICE_FAILED.test(message))
    return unloadable(node, message)
  return new EngineError('picture_failed', `ComfyUI failed: ${message}`, {
    retryable: true,
    userMessage: t('engines.serverCouldNot'),
  })
}

/** A file that is no such model, is damaged, or went away while the prompt waited tells nothing of the server itself. */
function unloadable(node: string, message: string): EngineError {
  if (LORA_LOADER.test(node)) {
    return new EngineError('unsupported', `ComfyUI failed: ${message}`, {
      retryable: false,
      userMessage: t('engines.loraNotLoaded'),
    })
  }
  // Another server may have a whole one.
  return new EngineError('model_broken', `ComfyUI failed: ${message}`, {
    retryable: true,
    userMessage: t('engines.modelNotLoaded'),
  })
}

export function lost(what: string): EngineError {
  return new EngineError('operation_lost', `ComfyUI knows nothing of ${what}`, {
    retryable: true,
    userMessage: t('engines.serverRestarted'),
  })
}
