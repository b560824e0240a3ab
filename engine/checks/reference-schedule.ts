import { z } from 'zod'
import type { NoiseSchedule } from '../diffusion/schedule.ts'
import { createSchedule } from '../diffusion/schedule.ts'

/** The part of a diffusers scheduler config that reference values depend on. */
export const schedulerConfigSchema = z.object({
  num_train_timesteps: z.int().min(2).max(100_000).default(1000),
  beta_start: z.number().default(0.00085),
  beta_end: z.number().default(0.012),
  beta_schedule: z.enum(['linear', 'scaled_linear', 'squaredcos_cap_v2']).default('scaled_linear'),
  trained_betas: z.array(z.number()).nullish(),
  timestep_spacing: z.enum(['leading', 'linspace', 'trailing']).optional(),
  steps_offset: z.int().default(0),
  set_alpha_to_one: z.boolean().optional(),
  original_inference_steps: z.int().positive().optional(),
  timestep_scaling: z.number().positive().optional(),
})

interface ReferenceLevels {
  schedulerConfig?: z.infer<typeof schedulerConfigSchema> | undefined
  sigmaMin?: number | undefined
  sigmaMax?: number | undefined
}

/** The schedule that a reference case was computed on: Stable Diffusion's where the case does not say more. */
export function referenceSchedule(reference: ReferenceLevels): NoiseSchedule {
  const config = reference.schedulerConfig ?? schedulerConfigSchema.parse({})
  const schedule = createSchedule({
    prediction: 'epsilon',
    trainTimesteps: config.num_train_timesteps,
    betaStart: config.beta_start,
    betaEnd: config.beta_end,
    betaSchedule: config.beta_schedule,
    trainedBetas: config.trained_betas ?? undefined,
    timestepSpacing: config.timestep_spacing,
    stepsOffset: config.steps_offset,
    setAlphaToOne: config.set_alpha_to_one,
    lcmSteps: config.original_inference_steps,
    lcmTimestepScaling: config.timestep_scaling,
  })
  const { sigmaMin, sigmaMax } = reference
  if (sigmaMin === undefined && sigmaMax === undefined) return schedule
  const ends = [schedule.firstTimestep, schedule.lastTimestep].map((t) => schedule.sigmaOf(t))
  return withinLevels(schedule, sigmaMin ?? ends[0]!, sigmaMax ?? ends[1]!)
}

/** The same noise levels between other ends; beyond the model's own, log sigma goes on in a straight line. */
function withinLevels(schedule: NoiseSchedule, least: number, greatest: number): NoiseSchedule {
  const { firstTimestep, lastTimestep } = schedule
  const [low, high] = [
    tangent(schedule, firstTimestep, firstTimestep + 1),
    tangent(schedule, lastTimestep, lastTimestep - 1),
  ]
  const timestepOf = (sigma: number): number => {
    if (sigma < low.sigma) return low.timestepOf(sigma)
    return sigma > high.sigma ? high.timestepOf(sigma) : schedule.timestepOf(sigma)
  }
  return {
    ...schedule,
    firstTimestep: timestepOf(least),
    lastTimestep: timestepOf(greatest),
    sigmaOf(timestep) {
      if (timestep < firstTimestep) return low.sigmaOf(timestep)
      return timestep > lastTimestep ? high.sigmaOf(timestep) : schedule.sigmaOf(timestep)
    },
    timestepOf,
  }
}

function tangent(schedule: NoiseSchedule, end: number, inside: number) {
  const sigma = schedule.sigmaOf(end)
  const slope = Math.log(sigma / schedule.sigmaOf(inside)) / (end - inside)
  return {
    sigma,
    sigmaOf: (timestep: number): number => sigma * Math.exp(slope * (timestep - end)),
    timestepOf: (level: number): number => end + Math.log(level / sigma) / slope,
  }
}
