import { z } from 'zod'
import { noModel } from '../remote/missing-model.ts'
import { RemoteError } from '../remote/remote-error.ts'
import type { RemoteServer } from '../remote/remote-server.ts'
import { EngineError } from '../spec/index.ts'
import type { Workflow } from './template.ts'
import { t } from '#server/texts/index.ts'

/** A file on a server. */
export const ServerFile = z.object({
  filename: z.string(),
  subfolder: z.string(),
  type: z.enum(['input', 'output', 'temp']),
})
export type ServerFile = z.infer<typeof ServerFile>

const Event = z.tuple([z.string(), z.record(z.string(), z.unknown())])
const HistoryEntry = z.object({
  /** `SaveVideo` calls its files images too; those of VHS's nodes are `gifs`, whatever they are. */
  outputs: z.record(
    z.string(),
    z.looseObject({
      images: z.array(ServerFile).optional(),
      gifs: z.array(ServerFile).optional(),
    }),
  ),
  /** Older servers have none. */
  status: z.object({ status_str: z.string(), messages: z.array(Event).default([]) }).nullish(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>
const History = z.record(z.string(), HistoryEntry)

const Waiting = z.tuple([z.number(), z.string()]).rest(z.unknown())
const Queue = z.object({ queue_running: z.array(Waiting), queue_pending: z.array(Waiting) })

const Submitted = z.object({ prompt_id: z.string() })
const Uploaded = z.object({ name: z.string(), subfolder: z.string().default('') })
const NodeErrors = z.object({
  error: z.object({ message: z.string() }).or(z.string()).optional(),
  node_errors: z
    .record(
      z.string(),
      z.object({
        class_type: z.string(),
        errors: z.array(
          z.object({
            type: z.string(),
            details: z.string().default(''),
            extra_info: z.object({ input_name: z.string().optional() }).loose().nullish(),
          }),
        ),
      }),
    )
    .or(z.array(z.unknown()))
    .optional(),
})

/** Ids of prompts in the order in which the server works on them. */
export interface ServerQueue {
  running: string[]
  pending: string[]
}

const SUBMIT_MS = 60_000
const FILE_MS = 120_000
/** Folder on the server for files that we put there and for results. */
export const FOLDER = 'atelier'
/** Inputs that name the file of a model. */
const MODEL_INPUTS = new Set(['ckpt_name', 'unet_name', 'model_name'])

/**
 * Queues a workflow. When the answer is lost, the server is asked whether it has the prompt.
 * @param id the prompt's own, a UUID; a server may give one of its own instead
 * @returns the id that it has
 * @throws RemoteError; `model_missing` and `unsupported` with what the server does not have
 */
export async function submitPrompt(
  server: RemoteServer,
  { id, clientId, workflow }: { id: string; clientId: string; workflow: Workflow },
): Promise<string> {
  // Newer servers choose by it how they show what they draw.
  const extra = { preview_method: 'auto' }
  const body = { prompt: workflow, prompt_id: id, client_id: clientId, extra_data: extra }
  try {
    const answer = await server.call('/prompt', Submitted, { body, timeoutMs: SUBMIT_MS })
    return answer.prompt_id
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error
    if (error.status === 400) throw explain(error)
    const isRefused = error.status === 429 || error.status === 503
    if (!isRefused && (await hasPrompt(server, id))) return id
    throw error
  }
}

async function hasPrompt(server: RemoteServer, id: string): Promise<boolean> {
  try {
    const { running, pending } = await readQueue(server)
    return [...running, ...pending].includes(id) || (await readHistory(server, id)) !== null
  } catch {
    return false
  }
}

/** A refusal in our words: which model, LoRA or node it was about. */
function explain(error: RemoteError): EngineError {
  const read = NodeErrors.safeParse(parseJson(error.answer ?? ''))
  const nodes = read.success && !Array.isArray(read.data.node_errors) ? read.data.node_errors : {}
  const problems = Object.values(nodes ?? {}).flatMap((node) =>
    node.errors.map(({ type, details, extra_info: extra }) => ({
      text: `${node.class_type}: ${type} ${details}`,
      isMissing: type === 'value_not_in_list',
      input: extra?.input_name ?? '',
    })),
  )
  const missing = problems.find(({ isMissing, input }) => isMissing && MODEL_INPUTS.has(input))
  const message = problems.map(({ text }) => text).join('; ') || error.message
  if (missing) {
    return noModel(`ComfyUI refused: ${message}`, error)
  }
  const isLora = problems.some(({ isMissing, input }) => isMissing && input === 'lora_name')
  return new EngineError('unsupported', `ComfyUI refused: ${message}`, {
    retryable: false,
    userMessage: isLora ? t('engines.loraLeftServer') : t('engines.serverRefuses'),
    cause: error,
  })
}

/** Throws RemoteError. */
export async function readQueue(server: RemoteServer, signal?: AbortSignal): Promise<ServerQueue> {
  const queue = await server.call('/queue', Queue, { ...(signal && { signal }) })
  const byNumber = queue.queue_pending.toSorted(([a], [b]) => a - b)
  return {
    running: queue.queue_running.map(([, id]) => id),
    pending: byNumber.map(([, id]) => id),
  }
}

/** Null while it is not finished, and for what the server does not know. Throws RemoteError. */
export async function readHistory(
  server: RemoteServer,
  id: string,
  signal?: AbortSignal,
): Promise<HistoryEntry | null> {
  const history = await server.call(`/history/${id}`, History, { ...(signal && { signal }) })
  return history[id] ?? null
}

/** Throws RemoteError. */
export async function downloadFile(
  server: RemoteServer,
  { filename, subfolder, type }: ServerFile,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const query = new URLSearchParams({ filename, subfolder, type })
  return server.download(`/view?${query}`, { timeoutMs: FILE_MS, ...(signal && { signal }) })
}

/** Puts a picture among the server's inputs. Throws RemoteError. */
export async function uploadImage(
  server: RemoteServer,
  name: string,
  image: Uint8Array,
): Promise<ServerFile> {
  const form = new FormData()
  const type = name.endsWith('.jpg') ? 'image/jpeg' : 'image/png'
  form.append('image', new Blob([Uint8Array.from(image)], { type }), name)
  form.append('subfolder', FOLDER)
  form.append('type', 'input')
  form.append('overwrite', 'true')
  const file = await server.upload('/upload/image', Uploaded, form, { timeoutMs: FILE_MS })
  return { filename: file.name, subfolder: file.subfolder, type: 'input' }
}

/** As `LoadImage` names a file of the server's inputs. */
export const inputName = ({ filename, subfolder }: ServerFile) =>
  subfolder === '' ? filename : `${subfolder}/${filename}`

/**
 * Takes prompts out of the queue and stops the one that runs, if it is one of them. A server that does not read
 * the id stops whatever it runs, so it is told only while that is ours. What the server does not answer is left as it is.
 */
export async function cancelPrompts(server: RemoteServer, ids: readonly string[]): Promise<void> {
  const post = (path: string, body: unknown) => server.send(path, { method: 'POST', body })
  try {
    // The next one may begin between two calls.
    for (let round = 0; round < 3; round++) {
      const { running, pending } = await readQueue(server)
      const waiting = pending.filter((id) => ids.includes(id))
      const drawn = running.filter((id) => ids.includes(id))
      if (waiting.length + drawn.length === 0) return
      if (waiting.length > 0) await post('/queue', { delete: waiting })
      for (const id of drawn) await post('/interrupt', { prompt_id: id })
    }
  } catch {
    // A server that is away has stopped by itself.
  }
}

/** Forgets prompts, whose texts are nobody's business on the server. What fails is left as it is. */
export async function forgetPrompts(server: RemoteServer, ids: readonly string[]): Promise<void> {
  await server.send('/history', { method: 'POST', body: { delete: ids } }).catch(() => undefined)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
