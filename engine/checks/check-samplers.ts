import { z } from 'zod'
import type { Sampler } from '#contract/samplers.ts'
import { SAMPLERS } from '#contract/samplers.ts'
import { findSampler } from '../diffusion/samplers/index.ts'
import type { Vector } from '../diffusion/samplers/vector.ts'
import type { NoiseSchedule } from '../diffusion/schedule.ts'
import { evenLevels, karrasLevels } from '../diffusion/timestep-spacing.ts'
import { MOST_STEPS, readCheckFile } from './check-file.ts'
import { mixtureDenoiser } from './mixture-denoiser.ts'
import { referenceSchedule, schedulerConfigSchema } from './reference-schedule.ts'

const numbers = z.array(z.number())
const caseSchema = z.object({
  sampler: z.enum(SAMPLERS),
  steps: z.int().positive().max(MOST_STEPS),
  sigmas: numbers.optional(),
  timesteps: numbers.optional(),
  /** Ends of the noise levels where they are not the model's own. */
  sigmaMin: z.number().positive().optional(),
  sigmaMax: z.number().positive().optional(),
  schedulerConfig: schedulerConfigSchema.optional(),
  start: numbers.min(1),
  noises: z.array(numbers).default([]),
  trajectory: z.array(numbers).optional(),
  denoiserCalls: z.int().optional(),
  result: numbers,
})
const fileSchema = z.object({
  denoiser: z
    .object({ means: z.array(numbers).min(1), weights: numbers, deviation: z.number() })
    .refine(
      ({ means, weights }) => means.length === weights.length,
      'needs a weight for each mean',
    ),
  schedulerConfig: schedulerConfigSchema.optional(),
  cases: z.array(caseSchema).min(1),
})

type ReferenceCase = z.infer<typeof caseSchema>

/** How far one case is from its reference: greatest difference over greatest value, or null where none is given. */
export interface SamplerCheck {
  sampler: Sampler
  steps: number
  /** False for a sampler that does not exist here; the errors are then infinite. */
  implemented: boolean
  schedule: number | null
  trajectory: number | null
  result: number
  calls: { expected: number | null; made: number }
}

/** The greatest relative error that counts as equal; UniPC's references are in single precision. */
const tolerance = (sampler: Sampler): number => (sampler === 'UniPC' ? 1e-4 : 1e-6)

/** The largest error of a case: of its schedule, of the way or of the result. */
export function largestError({ schedule, trajectory, result }: SamplerCheck): number {
  return Math.max(schedule ?? 0, trajectory ?? 0, result)
}

/** Whether a case is equal to its reference and asked the model as often. */
export function samplerHolds(check: SamplerCheck): boolean {
  const { expected, made } = check.calls
  return largestError(check) <= tolerance(check.sampler) && made === (expected ?? made)
}

/** Runs every case of a file of reference values. Throws CheckFileError if the file cannot be used. */
export async function checkSamplers(file: string): Promise<SamplerCheck[]> {
  const { denoiser, schedulerConfig, cases } = await readCheckFile(file, fileSchema)
  const expected = mixtureDenoiser(denoiser)
  return Promise.all(cases.map((one) => checkCase({ schedulerConfig, ...one }, expected)))
}

async function checkCase(
  reference: ReferenceCase,
  expected: (x: Vector, sigma: number) => Vector,
): Promise<SamplerCheck> {
  const { sampler: name, steps } = reference
  const made: { calls: number; sigmas: number[] } = { calls: 0, sigmas: [] }
  const base = { sampler: name, steps, implemented: false, schedule: null, trajectory: null }
  const sampler = findSampler(name)
  if (!sampler)
    return {
      ...base,
      result: Infinity,
      calls: { expected: reference.denoiserCalls ?? null, made: 0 },
    }
  const schedule = referenceSchedule(reference)
  const noises = reference.noises.map((noise) => Float64Array.from(noise))
  const states: Vector[] = []
  const sampling = sampler.sample({
    schedule,
    steps,
    start: unitStart(reference, schedule),
    noise: () => noises.shift() ?? new Float64Array(reference.start.length).fill(NaN),
    async denoise(x, sigma) {
      made.calls += 1
      made.sigmas.push(sigma)
      return expected(x, sigma)
    },
  })
  let turn = await sampling.next()
  for (; !turn.done; turn = await sampling.next()) states.push(turn.value.x)
  return {
    ...base,
    implemented: true,
    schedule: scheduleError(reference, schedule, made.sigmas),
    trajectory: reference.trajectory
      ? relativeError(
          [reference.start, ...states.slice(0, -1)].flatMap((x) => [...x]),
          reference.trajectory.flat(),
        )
      : null,
    result: relativeError(turn.value, reference.result),
    calls: { expected: reference.denoiserCalls ?? null, made: made.calls },
  }
}

/** Unit noise: samplers in the variance-preserving form start from it, the others scale it to the first sigma. */
function unitStart({ start, timesteps }: ReferenceCase, schedule: NoiseSchedule): Vector {
  const first = timesteps ? 1 : schedule.sigmaOf(schedule.lastTimestep)
  return Float64Array.from(start, (value) => value / first)
}

/** Compares the schedule that we compute with the one given; timesteps by the noise levels at which the model was asked. */
function scheduleError(
  { sampler, steps, sigmas, timesteps }: ReferenceCase,
  schedule: NoiseSchedule,
  asked: number[],
): number | null {
  if (sigmas) {
    const levels = sampler.endsWith('Karras') ? karrasLevels : evenLevels
    return relativeError(levels(schedule, steps).sigmas, sigmas)
  }
  if (!timesteps) return null
  return relativeError(
    asked.map((sigma) => schedule.timestepOf(sigma)),
    timesteps,
  )
}

/** Greatest difference over the greatest reference value; infinite if lengths differ. */
export function relativeError(values: ArrayLike<number>, reference: ArrayLike<number>): number {
  if (values.length !== reference.length) return Infinity
  let [difference, greatest] = [0, 0]
  for (let i = 0; i < reference.length; i++) {
    const gap = Math.abs(values[i]! - reference[i]!)
    if (Number.isNaN(gap)) return Infinity
    difference = Math.max(difference, gap)
    greatest = Math.max(greatest, Math.abs(reference[i]!))
  }
  return difference === 0 ? 0 : difference / greatest
}
