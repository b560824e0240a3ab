import path from 'node:path'
import { z } from 'zod'
import type { Sampler } from '#contract/samplers.ts'
import type { SchedulerConfig, TimestepSpacing } from '../schedule.ts'
import { modelBroken, readModelJson } from '../../model-files.ts'

const beta = z.number().positive().lt(1)
const schedulerSchema = z.object({
  _class_name: z.string().optional(),
  num_train_timesteps: z.int().min(2).max(100_000).default(1000),
  beta_start: beta.default(0.0001),
  beta_end: beta.default(0.02),
  beta_schedule: z.enum(['linear', 'scaled_linear', 'squaredcos_cap_v2']).default('linear'),
  trained_betas: z.array(beta).nullish(),
  rescale_betas_zero_snr: z.boolean().nullish(),
  prediction_type: z.enum(['epsilon', 'v_prediction', 'sample']).default('epsilon'),
  timestep_spacing: z.enum(['leading', 'linspace', 'trailing']).optional(),
  steps_offset: z.int().min(0).default(0),
  set_alpha_to_one: z.boolean().optional(),
  original_inference_steps: z.int().positive().optional(),
  timestep_scaling: z.number().positive().optional(),
})

/**
 * Schedulers of diffusers whose default is leading spacing. diffusers writes the defaults into every folder, so there
 * it says nothing about what the model demands of other samplers.
 */
const LEADING_BY_DEFAULT = /^(?:DDIM|DDPM|PNDM|LCM|TCD)(?:Parallel|Inverse)?Scheduler$/

/**
 * What `scheduler/scheduler_config.json` of a model folder says.
 *
 * @throws EngineError `model_broken`
 */
export async function readScheduler(dir: string): Promise<SchedulerConfig> {
  const name = 'scheduler/scheduler_config.json'
  const config = await readModelJson(dir, name, schedulerSchema)
  const { trained_betas: trainedBetas, num_train_timesteps: trainTimesteps } = config
  const { _class_name: className = '', timestep_spacing: spacing } = config
  if (trainedBetas && trainedBetas.length !== trainTimesteps)
    throw modelBroken(path.join(dir, name), 'trained_betas has another length than the training')
  return {
    prediction: className.startsWith('FlowMatch') ? 'flow' : config.prediction_type,
    trainTimesteps,
    betaStart: config.beta_start,
    betaEnd: config.beta_end,
    betaSchedule: config.beta_schedule,
    trainedBetas: trainedBetas ?? undefined,
    zeroTerminalSnr: config.rescale_betas_zero_snr ?? undefined,
    timestepSpacing: spacing,
    sigmaSpacing: demandedSpacing(className, spacing),
    wholeTimesteps: spacing !== undefined,
    stepsOffset: config.steps_offset,
    setAlphaToOne: config.set_alpha_to_one,
    lcmSteps: config.original_inference_steps,
    lcmTimestepScaling: config.timestep_scaling,
    fewStepSampler: fewStepSampler(config),
  }
}

/**
 * The sampler of a model that was distilled to draw in a few steps: Turbo models and their kin demand trailing spacing of
 * Euler, which no other model does that predicts noise.
 */
function fewStepSampler({
  _class_name: className = '',
  timestep_spacing: spacing,
  prediction_type: prediction,
}: z.infer<typeof schedulerSchema>): Sampler | undefined {
  if (className === 'LCMScheduler') return 'LCM'
  if (spacing !== 'trailing' || prediction !== 'epsilon') return undefined
  if (className === 'EulerDiscreteScheduler') return 'Euler'
  return className === 'EulerAncestralDiscreteScheduler' ? 'Euler a' : undefined
}

/** The spacing that samplers are to follow whose own scheduler the folder does not name. */
function demandedSpacing(
  className: string,
  spacing: TimestepSpacing | undefined,
): TimestepSpacing | undefined {
  return spacing === 'leading' && LEADING_BY_DEFAULT.test(className) ? undefined : spacing
}
