import { setTimeout as wait } from 'node:timers/promises'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { GenerationRequest } from '#contract/generation-request.ts'
import type { GenerationServer } from '#contract/generation-servers.ts'
import type { UnsaidJob } from '#contract/inference-jobs.ts'
import type { KeyScope } from '#contract/key-scopes.ts'
import type { Credits } from '#server/domains/credits/index.ts'
import type { Jobs } from '#server/domains/jobs/index.ts'
import type { Media, Uploads } from '#server/domains/media/index.ts'
import { chooseModel } from '#server/domains/openai-images/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { invalidField, notFound, userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { inEnglish, t } from '#server/texts/index.ts'
import { presentJob } from './present-job.ts'
import { ORDER_TOOLS, type OrderTool, requestOf } from './tools.ts'

/** Clients give up after a minute; the tool `job` goes on from there. */
const WAIT_MS = 40_000
const LOOK_MS = 400
const ORDERED = 'Ask the tool job for it; do not order again.'
const DATA_URL = /^data:image\/[\w.+-]+;base64,(.+)$/s

interface McpDeps {
  db: Db
  jobs: Pick<Jobs, 'commissions' | 'defaultModel' | 'quoter'>
  /** The engines and what each can do. */
  servers(): Promise<GenerationServer[]>
  uploads: Pick<Uploads, 'addPhoto' | 'admit'>
  media: Pick<Media, 'convertFile'>
  credits: Pick<Credits, 'statement'>
  /** Counts a call that waits for its job. @throws {AppError} `throttled` */
  enterWait(caller: Caller): () => void
}

/** Who asks, and where. */
interface McpAsker {
  caller: Caller
  /** Of this site. */
  origin: string
  host: string
  /** What the client may read of a failure, which is logged. */
  explain(error: unknown): string
}

/** What programs that speak MCP ask of this server. */
export interface McpDoor {
  /** A server for one request: nothing is kept between them. Loads the SDK with the first. */
  serve(asker: McpAsker): Promise<McpServer>
}

/** A call as the SDK hands it over. */
interface Waiting {
  /** Aborts when the client hangs up. */
  signal: AbortSignal
}

const text = (value: unknown): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
})

/** What a person may read of a failure becomes the tool's answer. */
async function told(
  { explain }: McpAsker,
  { signal }: Waiting,
  work: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  try {
    return await work()
  } catch (error) {
    // Nobody is there to read it.
    if (signal.aborted) return { isError: true, content: [] }
    return { isError: true, content: [{ type: 'text', text: explain(error) }] }
  }
}

/** @throws {AppError} `permission_denied` */
function requireScope({ key }: Caller, ...scopes: KeyScope[]): void {
  if (scopes.some((scope) => key?.scopes.includes(scope))) return
  throw userError('permission_denied', t('common.keyMayNot'))
}

export function createMcp(deps: McpDeps): McpDoor {
  return {
    async serve(asker) {
      const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js')
      const server = new McpServer({ name: 'atelier', version: '1' })
      for (const [name, tool] of Object.entries(ORDER_TOOLS)) {
        const { title, description, input } = tool
        server.registerTool(name, { title, description, inputSchema: input.shape }, (given, call) =>
          told(asker, call, () => order(deps, asker, { tool, given, ...call })),
        )
      }
      addQuestions(server, deps, asker)
      return server
    },
  }
}

function addQuestions(server: McpServer, deps: McpDeps, asker: McpAsker): void {
  const { caller, host } = asker
  const { userId } = caller
  server.registerTool(
    'price',
    {
      title: 'Price',
      description: 'What a tool would cost in credits with these arguments; nothing is charged',
      inputSchema: {
        tool: z.enum(Object.keys(ORDER_TOOLS) as [string, ...string[]]),
        arguments: z.record(z.string(), z.unknown()),
      },
      annotations: { readOnlyHint: true },
    },
    ({ tool: name, arguments: given }, call) =>
      told(asker, call, async () => {
        requireScope(caller, 'generate')
        const tool = ORDER_TOOLS[name]
        if (!tool) throw notFound()
        const request = await requestFor(deps, caller, { tool, given, ...call })
        const quote = await deps.jobs.quoter({ userId, host }, request)
        if (!quote) throw notFound()
        const { cost, balance, enough, draws, photos_go_to } = quote
        const warnings = quote.warnings.map(({ code, message }) => ({
          code,
          message: inEnglish(message),
        }))
        return text({ cost, balance, enough, draws, warnings, photos_go_to })
      }),
  )
  server.registerTool(
    'balance',
    {
      title: 'Balance',
      description: 'Credits that are left, and those that are held for running jobs',
      annotations: { readOnlyHint: true },
    },
    (call) =>
      told(asker, call, async () => {
        requireScope(caller, 'account')
        const { balance, held } = await deps.credits.statement(userId, { limit: 1 })
        return text({ credits: balance, held })
      }),
  )
  server.registerTool(
    'job',
    {
      title: 'Job',
      description: 'What became of a job, with its images; waits for one that has not ended',
      inputSchema: { id: z.string() },
      annotations: { readOnlyHint: true },
    },
    ({ id }, call) =>
      told(asker, call, async () => {
        requireScope(caller, 'generate', 'read')
        const leave = deps.enterWait(caller)
        try {
          return await presentJob(deps.media, await follow(deps, userId, { id, ...call }), asker)
        } finally {
          leave()
        }
      }),
  )
}

async function order(
  deps: McpDeps,
  asker: McpAsker,
  { tool, given, signal }: Waiting & { tool: OrderTool; given: Record<string, unknown> },
): Promise<CallToolResult> {
  const { caller, explain } = asker
  requireScope(caller, 'generate')
  // Before it is ordered: what is refused here costs nothing.
  const leave = deps.enterWait(caller)
  try {
    const request = await requestFor(deps, caller, { tool, given, signal })
    const { id } = await deps.jobs.commissions.startAlone(caller, request, null)
    try {
      return await presentJob(deps.media, await follow(deps, caller.userId, { id, signal }), asker)
    } catch (error) {
      if (signal.aborted) throw error
      explain(error)
      // A client that is told only of a failure orders again.
      return text({ job: id, status: 'ordered', note: ORDERED })
    }
  } finally {
    leave()
  }
}

/** A call as a request for a job; what is wrong about its model is said before anything is kept. @throws {AppError} */
async function requestFor(
  deps: McpDeps,
  caller: Caller,
  { tool, given, signal }: Waiting & { tool: OrderTool; given: Record<string, unknown> },
): Promise<GenerationRequest> {
  const { model } = given
  const editor = tool.edits
    ? chooseModel(await deps.servers(), {
        named: typeof model === 'string' ? model : null,
        defaultModel: await deps.jobs.defaultModel(),
        prefersEditor: true,
      })
    : null
  return requestOf(tool, await withUploads(deps, caller, { given, signal }), editor)
}

/** The input with the id of an upload in the place of an image that was sent along. @throws {AppError} as an upload */
async function withUploads(
  { uploads }: McpDeps,
  caller: Caller,
  { given, signal }: Waiting & { given: Record<string, unknown> },
): Promise<Record<string, unknown>> {
  const { image } = given
  if (typeof image !== 'string' || !image.startsWith('data:')) return given
  const encoded = DATA_URL.exec(image)?.[1]
  if (encoded === undefined) throw invalidField('image', t('mcp.sendDataUrl'))
  await uploads.admit(caller)
  const { id } = await uploads.addPhoto({
    userId: caller.userId,
    purpose: 'picture',
    file: Buffer.from(encoded, 'base64'),
    signal,
  })
  return { ...given, image: id }
}

/** A job when it has ended, or as it is after a while. @throws {AppError} `not_found`; the signal's reason */
async function follow(
  { jobs }: McpDeps,
  userId: string,
  { id, signal }: Waiting & { id: string },
): Promise<UnsaidJob> {
  const until = Date.now() + WAIT_MS
  for (;;) {
    const job = (await jobs.commissions.present(userId, [id])).get(id)
    if (!job) throw notFound()
    if ((job.status !== 'P' && job.status !== 'R') || Date.now() > until) return job
    await wait(LOOK_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}
