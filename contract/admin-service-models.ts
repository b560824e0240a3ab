import { z } from 'zod'
import { Id, IdParams, Nothing, Timestamp } from './common.ts'
import { endpoint, type Route } from './endpoint.ts'
import {
  AddedModelEntry,
  ServiceCost,
  ServiceEndpoint,
  ServiceModelId,
} from './service-model-entry.ts'
import * as routes from './routes.ts'

/** An input of a model as its service publishes it. */
export const ServiceModelInput = z.object({
  name: z.string(),
  type: z.enum(['text', 'number', 'boolean', 'image', 'images', 'size', 'other']),
  required: z.boolean(),
  /** The only values that it takes; null: any of its type. */
  choices: z.array(z.string()).nullable(),
  /** The service's own value where it is left out. */
  standard: z.unknown(),
  description: z.string(),
})
export type ServiceModelInput = z.infer<typeof ServiceModelInput>

/** Something that differs from what the description was made for. */
export const ServiceModelChange = z.object({
  kind: z.enum([
    'ended',
    'ending',
    'input_needed',
    'input_gone',
    'input_changed',
    'choice_gone',
    'input_new',
    'dearer',
    'cheaper',
  ]),
  /** Of which input; null: of the model. */
  input: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type ServiceModelChange = z.infer<typeof ServiceModelChange>

/** Why a description cannot be sent as it is. */
export const ServiceModelProblem = z.object({
  kind: z.enum([
    'needed',
    'unknown',
    'not_a_choice',
    'no_prompt',
    'no_image',
    'no_mask',
    'no_duration',
    'no_cost',
  ]),
  input: z.string().nullable(),
})
export type ServiceModelProblem = z.infer<typeof ServiceModelProblem>

const Margin = z.int().min(0).max(95)

/** A service's own words on a model, and the description that follows from them. */
export const ServiceModelProposal = z.object({
  id: ServiceModelId,
  entry: AddedModelEntry,
  inputs: z.array(ServiceModelInput),
  /** As the service publishes it; null: it does not, so the cost of the entry is to be filled in. */
  published_cost: ServiceCost.nullable(),
  /** Percent of the price that is to be left. */
  margin: z.int(),
  /** Millionths of a US dollar that the cheapest credit sold brings. */
  credit_value: z.int(),
  problems: z.array(ServiceModelProblem),
})
export type ServiceModelProposal = z.infer<typeof ServiceModelProposal>

/** A model that an administrator added to a service. */
export const ServiceModel = z.object({
  id: z.string(),
  engine: Id,
  entry: AddedModelEntry,
  /** Null: its service has not been asked yet, as after an import. */
  inputs: z.array(ServiceModelInput).nullable(),
  margin: z.int(),
  credit_value: z.int(),
  state: z.enum(['draft', 'offered', 'paused']),
  /** Of a paused one: an administrator, or what its service did. */
  paused_by: z.enum(['admin', 'changed', 'ended']).nullable(),
  problems: z.array(ServiceModelProblem),
  /** Findings of the last look. */
  changes: z.array(ServiceModelChange),
  looked_at: Timestamp.nullable(),
  trial: z.object({
    state: z.enum(['none', 'wanted', 'running', 'made', 'failed']),
    /** Why it failed. */
    problem: z.string().nullable(),
    /** `data:` URL; of several ways their images beside each other. */
    image: z.string().nullable(),
    at: Timestamp.nullable(),
  }),
  /** Grows with each change; a change names the one that it was made for. */
  version: z.int(),
})
export type ServiceModel = z.infer<typeof ServiceModel>

const ModelParams = z.object({ id: Id, model: z.string() })
const Version = z.int().min(1)
const LONGEST_ENTRY = 64 * 1024
const LONGEST_FILE = 1024 * 1024

/** The file that models are exported as, and imported from. */
export const ServiceModelFile = z.strictObject({
  format: z.literal('atelier-service-models'),
  /** The kind of the engine, such as `fal`. */
  service: z.string().max(40),
  models: z.record(ServiceModelId, AddedModelEntry),
})
export type ServiceModelFile = z.infer<typeof ServiceModelFile>

const act = <const R extends Route>(route: R, summary: string) =>
  endpoint({
    ...route,
    access: 'admin',
    summary,
    params: ModelParams,
    body: z.strictObject({ version: Version }),
    response: ServiceModel,
    errors: ['not_found', 'conflict'],
  })

/** Models that administrators add to a service by the id that the service has for them. */
export const adminServiceModels = {
  list: endpoint({
    ...routes.adminServiceModels.list,
    access: 'admin',
    summary: 'Models that were added to a service',
    params: IdParams,
    response: z.object({ results: z.array(ServiceModel) }),
    errors: ['not_found'],
  }),
  look: endpoint({
    ...routes.adminServiceModels.look,
    access: 'admin',
    summary:
      'Ask a service what a model takes and costs, and propose how orders become requests for it; nothing is kept',
    params: IdParams,
    body: z.strictObject({ endpoint: ServiceEndpoint }),
    response: ServiceModelProposal,
    errors: ['not_found', 'unavailable'],
  }),
  add: endpoint({
    ...routes.adminServiceModels.add,
    access: 'admin',
    summary: 'Keep a model as a draft, which nobody can order; its service is asked for its inputs',
    params: IdParams,
    maxBodyBytes: LONGEST_ENTRY,
    body: z.strictObject({ id: ServiceModelId, entry: AddedModelEntry, margin: Margin }),
    response: ServiceModel,
    statuses: [201],
    errors: ['not_found', 'conflict', 'unavailable'],
  }),
  change: endpoint({
    ...routes.adminServiceModels.change,
    access: 'admin',
    summary:
      'Change how a model is described; it is a draft again where anything but its name, its words or its price changes',
    params: ModelParams,
    maxBodyBytes: LONGEST_ENTRY,
    body: z.strictObject({ version: Version, entry: AddedModelEntry, margin: Margin }),
    response: ServiceModel,
    errors: ['not_found', 'conflict', 'unavailable'],
  }),
  try: act(
    routes.adminServiceModels.try,
    'Have a model make one image, or one video, in each way that it can be ordered; the service bills them. It follows in `trial`',
  ),
  offer: act(
    routes.adminServiceModels.offer,
    'Offer a model to everybody; only after a trial has made something in each of its ways',
  ),
  pause: act(routes.adminServiceModels.pause, 'Take no more orders of a model; what runs goes on'),
  refresh: act(
    routes.adminServiceModels.refresh,
    'Look now whether the service has changed a model, as happens once a day',
  ),
  remove: endpoint({
    ...routes.adminServiceModels.remove,
    access: 'admin',
    summary: 'Remove a model that was added; images that it made stay',
    params: ModelParams,
    response: Nothing,
    errors: ['not_found'],
  }),
  export: endpoint({
    ...routes.adminServiceModels.export,
    access: 'admin',
    summary: 'The models that were added to a service, for another installation',
    params: IdParams,
    response: ServiceModelFile,
    errors: ['not_found'],
  }),
  import: endpoint({
    ...routes.adminServiceModels.import,
    access: 'admin',
    summary: 'Add models of a file as drafts; those whose id is there already are left as they are',
    params: IdParams,
    maxBodyBytes: LONGEST_FILE,
    body: ServiceModelFile,
    response: z.object({ added: z.array(z.string()), skipped: z.array(z.string()) }),
    errors: ['not_found'],
  }),
}
