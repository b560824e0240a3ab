import { z } from 'zod'
import { Id, IdParams, Nothing, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './values/jobs/drawing.ts'
import { SAMPLERS } from './samplers.ts'
import * as routes from './routes.ts'
import { PRESET_LIMITS } from './values/presets.ts'

/** Version of the settings that are written today. */
export const PRESET_VERSION = 1

const { size, ordered, steps, guidance, seed, loraWeight } = LIMITS

/** A setting that is not there is not part of the preset; null is what the page calls none, usual or random. */
export const PresetSettings = z.strictObject({
  version: z.literal(PRESET_VERSION),
  prompt: z.string().max(LIMITS.prompt).optional(),
  negative_prompt: z.string().max(LIMITS.prompt).optional(),
  model: Id.max(200).nullable().optional(),
  style: z.string().max(60).nullable().optional(),
  loras: z
    .array(
      z.strictObject({
        model: Id.max(200),
        weight: z.number().min(loraWeight.min).max(loraWeight.max),
      }),
    )
    .max(PRESET_LIMITS.loras)
    .optional(),
  size: z
    .strictObject({
      width: z.int().min(size.min).max(size.max),
      height: z.int().min(size.min).max(size.max),
    })
    .optional(),
  num_images: z.int().min(ordered.min).max(ordered.max).optional(),
  sampler: z.enum(SAMPLERS).nullable().optional(),
  steps: z.int().min(steps.min).max(steps.max).nullable().optional(),
  guidance_scale: z.number().min(guidance.min).max(guidance.max).nullable().optional(),
  guidance_rescale: z.number().min(0).max(1).optional(),
  seed: z.int().min(seed.min).max(seed.max).nullable().optional(),
  variation: z
    .strictObject({
      seed: z.int().min(seed.min).max(seed.max).nullable(),
      strength: z.number().min(0).max(1),
    })
    .nullable()
    .optional(),
  hires: z
    .strictObject({
      scale: z.number().min(1).max(4),
      steps: z.int().min(0).max(steps.max),
      strength: z.number().min(0).max(1),
    })
    .nullable()
    .optional(),
})
export type PresetSettings = z.infer<typeof PresetSettings>

/** Settings of the create page under a name. */
export const Preset = z.object({
  id: Id,
  name: z.string(),
  /** `PresetSettings` if its version is today's; with another version it may have any form. */
  settings: z.looseObject({ version: z.int() }),
  /** How often it was applied, and when last. */
  uses: z.number().int(),
  used_at: Timestamp.nullable(),
  changed_at: Timestamp,
})
export type Preset = z.infer<typeof Preset>

const Name = z.string().trim().min(1).max(PRESET_LIMITS.name)

export const presets = {
  list: endpoint({
    ...routes.presets.list,
    access: 'user',
    summary: 'Own presets of the create page, by name',
    response: z.object({ results: z.array(Preset) }),
  }),
  create: endpoint({
    ...routes.presets.create,
    access: 'user',
    summary: `Keep settings under a name; a person may have ${PRESET_LIMITS.presets} presets`,
    body: z.strictObject({ name: Name, settings: PresetSettings }),
    response: Preset,
    statuses: [201],
    errors: ['conflict'],
  }),
  change: endpoint({
    ...routes.presets.change,
    access: 'user',
    summary: 'Rename a preset or replace its settings',
    params: IdParams,
    body: z.strictObject({ name: Name.optional(), settings: PresetSettings.optional() }),
    response: Preset,
  }),
  use: endpoint({
    ...routes.presets.use,
    access: 'user',
    summary: 'Count that a preset was applied, for lists by use',
    params: IdParams,
    body: z.strictObject({}).optional(),
    response: Preset,
  }),
  remove: endpoint({
    ...routes.presets.remove,
    access: 'user',
    summary: 'Delete a preset; for an hour it can be brought back',
    params: IdParams,
    response: Nothing,
  }),
  restore: endpoint({
    ...routes.presets.restore,
    access: 'user',
    summary: 'Bring a preset back that was deleted within the last hour',
    params: IdParams,
    body: z.strictObject({}).optional(),
    response: Preset,
    errors: ['conflict'],
  }),
}
