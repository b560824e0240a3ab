import { createHash } from 'node:crypto'
import type { GenerationServer } from '#contract/generation-servers.ts'
import type { OpenAiEdit, OpenAiImages, OpenAiModel } from '#contract/openai-images.ts'
import type { UnsaidJob } from '#contract/inference-jobs.ts'
import type { ApiKeys, OpenedRequest } from '#server/domains/api-keys/index.ts'
import type { Jobs } from '#server/domains/jobs/index.ts'
import type { Media, Uploads } from '#server/domains/media/index.ts'
import { hashRequest } from '#server/domains/orders/index.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { chooseModel, modelsOf, noSuchModel } from './choose-model.ts'
import { followJob, requireImages } from './follow-job.ts'
import { type EditFiles, keepImages } from './keep-images.ts'
import { presentImages } from './present-images.ts'
import { writeRequest } from './write-request.ts'

/** A call for images, checked against the contract. */
export interface OpenAiCall {
  caller: Caller
  asked: OpenAiEdit
  /** Of an edit; null: it draws from words alone. */
  files: EditFiles | null
  /** The header Idempotency-Key. */
  idempotencyKey: string | undefined
  /** How often the client says that it has sent this before. */
  retries: number
  /** Of this site, for addresses of images. */
  origin: string
  /** Ends the waiting; the job goes on. */
  signal: AbortSignal
}

/** What happens on the way to images. */
export type OpenAiEvent = { partial: string; job: UnsaidJob } | { images: OpenAiImages }

/** What clients of OpenAI's images ask of this server. */
export interface OpenAiDoor {
  models(): Promise<OpenAiModel[]>
  /** @throws {AppError} `not_found` */
  model(id: string): Promise<OpenAiModel>
  /** Before the files of an edit are read. @throws {AppError} */
  admitFiles(caller: Caller): Promise<void>
  /**
   * Orders images, or joins the order that the call repeats.
   * @returns what happens until they are there, which is last
   * @throws {AppError} as the start of a job
   */
  make(call: OpenAiCall): Promise<AsyncGenerator<OpenAiEvent, void>>
}

interface OpenAiDeps {
  jobs: Pick<Jobs, 'commissions' | 'defaultModel'>
  /** The engines and what each can do. */
  servers(): Promise<GenerationServer[]>
  uploads: Pick<Uploads, 'addPhoto' | 'admit' | 'decode'>
  media: Pick<Media, 'convertFile'>
  keys: Pick<ApiKeys, 'openRequest' | 'noteJob' | 'noteRefusal' | 'enterWait'>
}

export function createOpenAiImages(deps: OpenAiDeps): OpenAiDoor {
  const { servers } = deps
  return {
    models: async () => modelsOf(await servers()),
    async model(id) {
      const found = modelsOf(await servers()).find((model) => model.id === id)
      if (!found) throw noSuchModel(id)
      return found
    },
    admitFiles: (caller) => deps.uploads.admit(caller),
    async make(call) {
      const { caller, signal } = call
      signal.throwIfAborted()
      const opened = await open(deps, call)
      let leave: (() => void) | undefined
      try {
        leave = deps.keys.enterWait(caller)
        // Nobody may be there to read the events.
        signal.addEventListener('abort', leave, { once: true })
        return follow(deps, call, {
          jobId: opened.jobId ?? (await start(deps, call, opened)),
          leave,
        })
      } catch (error) {
        leave?.()
        await deps.keys.noteRefusal(opened, error)
        throw error
      }
    },
  }
}

type Opened = OpenedRequest & { bodyHash: Buffer }

/** The order of a call, which one before it may have begun. */
async function open(
  { keys }: OpenAiDeps,
  { caller, asked, files, idempotencyKey, retries }: OpenAiCall,
): Promise<Opened> {
  if (!caller.key) throw notFound()
  const bodyHash = hashRequest({
    asked,
    files: files && [...files.images, files.mask].map((file) => file && hashOf(file)),
  })
  const keyId = caller.key.id
  return { ...(await keys.openRequest({ keyId, bodyHash, idempotencyKey, retries })), bodyHash }
}

/** Begins the job of an order. */
async function start(
  { jobs, servers, uploads, keys }: OpenAiDeps,
  { caller, asked, files }: OpenAiCall,
  { id: requestId, bodyHash }: Opened,
): Promise<string> {
  const chosen = chooseModel(await servers(), {
    named: asked.model,
    defaultModel: await jobs.defaultModel(),
    prefersEditor: files !== null && files.mask === null,
  })
  const sent = files && (await keepImages(uploads, caller.userId, files))
  const request = writeRequest(asked, chosen, sent)
  const key = { key: `api-request:${requestId}`, bodyHash }
  const { id } = await jobs.commissions.startAlone(caller, request, key)
  await keys.noteJob(requestId, id)
  return id
}

const hashOf = (file: Buffer): string => createHash('sha256').update(file).digest('hex')

async function* follow(
  { jobs, media }: OpenAiDeps,
  { caller, asked, origin, signal }: OpenAiCall,
  { jobId, leave }: { jobId: string; leave: () => void },
): AsyncGenerator<OpenAiEvent, void> {
  let last: UnsaidJob | null = null
  let shown: string | null = null
  try {
    for await (const job of followJob(jobs.commissions, caller.userId, { jobId, signal })) {
      last = job
      const preview = job.progress.preview_url
      if (preview === null || preview === shown) continue
      shown = preview
      const [, encoded] = preview.split('base64,')
      if (encoded !== undefined) yield { partial: encoded, job }
    }
  } finally {
    leave()
  }
  requireImages(last!)
  yield { images: await presentImages(media, { job: last!, asked, origin }) }
}
