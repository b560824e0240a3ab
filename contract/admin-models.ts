import { z } from 'zod'
import { Id, IdParams, Nothing, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Said, fault } from './said.ts'
import * as routes from './routes.ts'

/** A model folder of the built-in engine. */
const InstalledModel = z.object({
  id: z.string(),
  name: z.string(),
  licence: z.string(),
  /** Where it came from; empty: not said. */
  source: z.string(),
  state: z.enum(['ready', 'reading', 'broken']),
  /** Why it cannot be used; null: it can. */
  problem: z.string().nullable(),
  removable: z.boolean(),
})

/** A model that fits this engine. */
const OfferedModel = z.object({
  id: z.string(),
  source: z.string(),
  name: z.string(),
  purpose: Said,
  licences: z.array(z.object({ name: z.string(), of: Said })),
  /** False: its licence forbids commercial use. */
  commercial: z.boolean(),
  download_gb: z.number(),
  memory_gb: z.number(),
  /** Edge in pixels that it was trained at. */
  size: z.number().int(),
  steps: z.number().int(),
  /** About what an image would take on this machine; null: it could not be measured. */
  seconds: z.number().int().nullable(),
})
export type OfferedModel = z.infer<typeof OfferedModel>

/** A model on its way here. */
export const ModelDownload = z.object({
  id: Id,
  source: z.string(),
  state: z.enum(['queued', 'running', 'ready', 'failed', 'canceled']),
  /** Bytes. */
  done: z.number().int(),
  total: z.number().int().nullable(),
  /** Bytes a second; null while nothing comes. */
  speed: z.number().int().nullable(),
  /** What stopped it, in one line. */
  problem: Said.nullable(),
  created_at: Timestamp,
})
export type ModelDownload = z.infer<typeof ModelDownload>
/** As the server has it before it is said in a language. */
export type UnsaidModelDownload = z.input<typeof ModelDownload>

/** A network that can do the work of a tool in the place of the one that comes with the program. */
const ToolNetwork = z.object({
  id: z.string(),
  source: z.string(),
  /** The work that it does: cut-outs, painting over what is removed, enlarging with Pro, how near things are in videos and control images, selecting objects. */
  slot: z.enum(['foreground', 'inpainting', 'upscaling', 'depth', 'selection']),
  name: z.string(),
  maker: z.string(),
  purpose: z.string(),
  /** Of the weights, and of the data that they were trained on; null: its page does not say. */
  licences: z.object({ weights: z.string(), data: z.string().nullable() }),
  /** False: its licence forbids commercial use, and it cannot be switched on while payments are live. */
  commercial: z.boolean(),
  download_mb: z.number(),
  state: z.enum(['offered', 'here', 'on']),
  /** Why it cannot be switched on; null: it can. */
  problem: z.enum(['not_commercial']).nullable(),
  /** A run on this machine, milliseconds; null while it is not here. */
  run_ms: z.number().nullable(),
})
export type ToolNetwork = z.infer<typeof ToolNetwork>

/** An image, base64. */
const Encoded = z.string()
const Trial = z.object({ image: Encoded, ms: z.number() })

const Source = z.string().trim().min(1).max(300)
const ModelId = z.string().regex(/^[A-Za-z0-9][\w.-]{0,79}$/, fault('console.idLetters'))

export const adminModels = {
  list: endpoint({
    ...routes.adminModels.list,
    access: 'admin',
    summary: 'Models that are here, those that fit this engine, and those on their way',
    response: z.object({
      results: z.array(InstalledModel),
      catalogue: z.array(OfferedModel),
      downloads: z.array(ModelDownload),
      networks: z.array(ToolNetwork),
    }),
  }),
  lookUp: endpoint({
    ...routes.adminModels.lookUp,
    access: 'admin',
    summary:
      'What a model is before it is fetched: `source` is `owner/name@revision` of the hub, the address of its page, `civitai:` with the number of a version, or an id of the catalogue',
    body: z.strictObject({ source: Source }),
    response: z.object({
      id: z.string(),
      name: z.string(),
      licence: Said.nullable(),
      bytes: z.number().int(),
      /** Bytes of it that are still to come. */
      missing: z.number().int(),
      commercial: z.boolean().nullable(),
      /** About what an image would take on this machine; null: not known. */
      seconds: z.number().int().nullable(),
    }),
    errors: ['conflict', 'unavailable'],
  }),
  add: endpoint({
    ...routes.adminModels.add,
    access: 'admin',
    summary:
      'Fetch a model; one is fetched at a time, and one that was stopped goes on from where it was. `accept_licence` must be true; `not_for_business` too where the licence forbids commercial use',
    body: z.strictObject({
      source: Source,
      id: ModelId,
      accept_licence: z.boolean().default(false),
      not_for_business: z.boolean().default(false),
    }),
    response: ModelDownload,
    statuses: [201],
    errors: ['conflict'],
  }),
  switchNetwork: endpoint({
    ...routes.adminModels.switchNetwork,
    access: 'admin',
    summary:
      'Let a network that was added do the work of its tools, or the one that comes with the program again',
    params: IdParams,
    body: z.strictObject({ on: z.boolean() }),
    response: ToolNetwork,
    errors: ['not_found', 'conflict'],
  }),
  compareNetwork: endpoint({
    ...routes.adminModels.compareNetwork,
    access: 'admin',
    summary:
      'Do the work of a tool on a photo twice: by the network that comes with the program, and by one that was added. All images are PNG, base64',
    params: IdParams,
    body: z.strictObject({ photo: z.base64().max(900_000) }),
    maxBodyBytes: 1_000_000,
    response: z.object({ photo: Encoded, before: Trial, after: Trial }),
    errors: ['not_found', 'conflict'],
  }),
  cancel: endpoint({
    ...routes.adminModels.cancel,
    access: 'admin',
    summary: 'Stop fetching a model; what came is kept for the next time',
    params: IdParams,
    body: z.strictObject({}),
    response: ModelDownload,
    errors: ['not_found', 'conflict'],
  }),
  remove: endpoint({
    ...routes.adminModels.remove,
    access: 'admin',
    summary:
      'Remove a model or a network that was added; jobs that wait for a model end with their credits back, those of tools go on with the network that comes with the program',
    params: IdParams,
    response: Nothing,
    errors: ['not_found', 'conflict'],
  }),
}
