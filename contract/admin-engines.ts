import { z } from 'zod'
import { Id, IdParams, Nothing, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Said } from './said.ts'
import * as routes from './routes.ts'

/** Kinds of work, as its parts divide an engine. */
export const ENGINE_WORK = ['drawing', 'tools', 'video', 'training'] as const

/** A model whose price covers, about, less than its service asks. */
export const SoldBelowCost = z.object({
  model: z.string(),
  /** For an image, or for a second of a video. */
  credits: z.number().int(),
  /** Asked by the service, millionths of a US dollar. */
  cost: z.number().int(),
  /** Brought by the credits where they are sold at the lowest price, millionths of a US dollar. */
  brings: z.number().int(),
})
export type SoldBelowCost = z.infer<typeof SoldBelowCost>

/** An engine as administrators see it. */
export const AdminEngine = z.object({
  /** Its name, as jobs carry it. */
  id: Id,
  /** Its name for administrators. */
  name: z.string(),
  /** `builtin`, or a kind that can be added. */
  kind: z.string(),
  /** The place where it is set up: in the program, in its settings, or here. */
  source: z.enum(['builtin', 'environment', 'added']),
  /** Address of an engine that was added here, without credentials; null for others. */
  url: z.string().nullable(),
  /** `unreadable`: SECRET_KEY has changed since; enter them again. */
  credentials: z.enum(['none', 'kept', 'unreadable']),
  state: z.enum([
    'ready',
    'busy',
    'starting',
    'paused',
    'draining',
    'drained',
    'limit',
    'circuit_open',
    'half_open',
    'unreachable',
  ]),
  /** The problem in plain words; null: none. */
  problem: z.string().nullable(),
  /** The same as it stands in the log. */
  detail: z.string().nullable(),
  /** While it rests after failures: when it is tried again. */
  open_until: Timestamp.nullable(),
  last_error: z.object({ text: z.string(), at: Timestamp }).nullable(),
  work: z.array(z.enum(ENGINE_WORK)),
  models: z.array(z.string()),
  /** Its tools, and its tasks in words. */
  tools: z.array(z.string()),
  /** Models that cost more than they bring at the lowest price of a credit; none while the engine is paused or away. */
  below_cost: z.array(SoldBelowCost),
  /** Whether models can be added to it by the ids that its service has for them. */
  takes_models: z.boolean(),
  /** Requests inside the engine, as far as it tells. */
  load: z.number().int(),
  running: z.number().int(),
  waiting: z.number().int(),
  /** Jobs and proposals at once, of all its lanes together; null: as many as the workers have slots. */
  concurrency: z.number().int().nullable(),
  /** Median of its last jobs; null if there are none. */
  usual_seconds: z.number().nullable(),
  failures_last_hour: z.number().int(),
  /** Jobs of today that another engine with the same model took over. */
  taken_over_today: z.number().int(),
  /** Today (UTC), in cents. */
  cost_today: z.number().int(),
  /** Cents a day; null: none. */
  daily_limit: z.number().int().nullable(),
})
export type AdminEngine = z.infer<typeof AdminEngine>

const Concurrency = z.number().int().min(1).max(64).nullable()
const Credentials = z.string().trim().min(1).max(1000).nullable()

/** A piece of work that several engines can do, or for which an order is kept. */
export const EngineOrder = z.object({
  /** `drawing` where no model is named, `model:ID`, `tool:NAME` or `words:TASK`. */
  work: z.string(),
  /** Name of the model or the tool. */
  name: z.string(),
  /** Ids of the engines that can do it, as they come without an order. */
  engines: z.array(z.string()),
  /** `auto`: the one that will have it done soonest; `listed`: the first in `order` that can; null: as without an order. */
  mode: z.enum(['auto', 'listed']).nullable(),
  order: z.array(z.string()),
})
export type EngineOrder = z.infer<typeof EngineOrder>

/** A kind of engine that can be added. */
export const EngineKindChoice = z.object({
  kind: z.string(),
  title: z.string(),
  needs: z.enum(['address', 'key']),
  /** Whether its address may say more of it after a question mark. */
  takes_options: z.boolean(),
})

export const adminEngines = {
  list: endpoint({
    ...routes.adminEngines.list,
    access: 'admin',
    summary: 'Engines, the preferred one first, and the kinds that can be added',
    response: z.object({ results: z.array(AdminEngine), kinds: z.array(EngineKindChoice) }),
  }),
  add: endpoint({
    ...routes.adminEngines.add,
    access: 'admin',
    summary:
      'Add a server or a service that works; it is used at once. `credentials` are `user:password`, a token or a key, are kept sealed and are never shown again',
    body: z.strictObject({
      kind: z.string().max(40),
      /** May not be blank, which is told together with what else is missing. */
      name: z.string().trim().max(80),
      url: z.string().trim().max(500).nullable().default(null),
      credentials: Credentials.default(null),
      concurrency: Concurrency.default(null),
      /** It is not asked whether it works: for a machine that is off now, or a service that is away. */
      unchecked: z.boolean().default(false),
    }),
    response: AdminEngine,
    statuses: [201],
    errors: ['conflict'],
  }),
  orders: endpoint({
    ...routes.adminEngines.orders,
    access: 'admin',
    summary: 'Who does what, of the work that several engines can do',
    response: z.object({ results: z.array(EngineOrder) }),
  }),
  order: endpoint({
    ...routes.adminEngines.order,
    access: 'admin',
    summary:
      'Say who does a piece of work; `mode` null takes it back. Drawing without a model named has no `auto`: the engines draw with different models',
    body: z.strictObject({
      work: z.string().max(200),
      mode: z.enum(['auto', 'listed']).nullable(),
      order: z.array(z.string().max(200)).max(100).default([]),
    }),
    response: z.object({ results: z.array(EngineOrder) }),
  }),
  change: endpoint({
    ...routes.adminEngines.change,
    access: 'admin',
    summary:
      'Change how many jobs an engine works on at once, its spending limit in cents a day (UTC), or its credentials; null takes them away',
    params: IdParams,
    body: z.strictObject({
      concurrency: Concurrency.optional(),
      daily_limit: z.number().int().min(0).max(100_000_000).nullable().optional(),
      credentials: Credentials.optional(),
    }),
    response: AdminEngine,
    errors: ['not_found', 'conflict'],
  }),
  test: endpoint({
    ...routes.adminEngines.test,
    access: 'admin',
    summary: 'Ask an engine what it has, now',
    params: IdParams,
    body: z.strictObject({}),
    response: z.object({
      ok: z.boolean(),
      /** In plain words. */
      message: Said,
      detail: z.string().nullable(),
      milliseconds: z.number().int(),
      models: z.array(z.string()),
    }),
    errors: ['not_found'],
  }),
  samples: endpoint({
    ...routes.adminEngines.samples,
    access: 'admin',
    summary:
      'Have an image drawn of each model of an engine that has none yet, for the create page. On a service each costs what an image costs there',
    params: IdParams,
    body: z.strictObject({}),
    response: z.object({ wanted: z.number().int() }),
    errors: ['not_found'],
  }),
  pause: endpoint({
    ...routes.adminEngines.pause,
    access: 'admin',
    summary: 'Begin nothing more on an engine; what runs goes on, what waits moves or waits',
    params: IdParams,
    body: z.strictObject({}),
    response: AdminEngine,
    errors: ['not_found'],
  }),
  drain: endpoint({
    ...routes.adminEngines.drain,
    access: 'admin',
    summary: 'Give an engine nothing more; it finishes what it has',
    params: IdParams,
    body: z.strictObject({}),
    response: AdminEngine,
    errors: ['not_found'],
  }),
  resume: endpoint({
    ...routes.adminEngines.resume,
    access: 'admin',
    summary: 'Have an engine work again that was paused or drained',
    params: IdParams,
    body: z.strictObject({}),
    response: AdminEngine,
    errors: ['not_found'],
  }),
  remove: endpoint({
    ...routes.adminEngines.remove,
    access: 'admin',
    summary:
      'Remove an engine that was added here, with its credentials; not while it works on jobs. What waits for it moves to another with the same model, or ends and its credits go back',
    params: IdParams,
    response: Nothing,
    errors: ['not_found', 'conflict'],
  }),
}
