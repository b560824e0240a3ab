import type { Sampler } from '#contract/samplers.ts'
import type { DrawingParameters } from './parameters.ts'

/** What the work of a picture depends on. */
export type WorkParameters = Pick<
  DrawingParameters,
  'width' | 'height' | 'steps' | 'guidance_scale' | 'sampler' | 'strength' | 'hires'
>

/** Samplers that ask the network twice a step; the others ask once. */
const TWO_RUNS: ReadonlySet<Sampler> = new Set([
  'Heun',
  'DPM2',
  'DPM2 a',
  'DPM2 Karras',
  'DPM2 a Karras',
  'DPM++ 2S a',
  'DPM++ 2S a Karras',
  'DPM++ SDE',
  'DPM++ SDE Karras',
])

/** Work of a step without guidance, as a share of one with it: the network is asked about the prompt alone. */
const UNGUIDED = 0.55
/** Time of a network run grows with the edge to this power: attention makes it more than the area. */
const EDGE_POWER = 2.8
/** Enlarging to 512 x 512. */
const ENLARGING = 10
/** Decoding, encoding and storing. */
const STORING = 12
/** Pixels of the built-in model's own size; a larger model's runs take so long that enlarging hardly counts. */
const NATIVE_EDGE = 128

/**
 * How much work one picture is, at least 1. One unit is one run of the denoiser at the model's own size, with guidance, which most
 * samplers need for a step; the rest is measured against it with the built-in model (`npm run bench estimates` shows how
 * well that holds).
 */
export function workUnits(job: WorkParameters): number {
  const runs = (TWO_RUNS.has(job.sampler) ? 2 : 1) * (job.guidance_scale === 1 ? UNGUIDED : 1)
  const first = stepsMade(job.steps, job.strength ?? 1)
  const scale = job.hires?.scale ?? 1
  const second = job.hires ? stepsMade(job.hires.steps || job.steps, job.hires.strength) : 0
  const sampling = runs * (first + second * scale ** EDGE_POWER)
  const drawnEdge = NATIVE_EDGE * (second > 0 ? scale : 1)
  const finishing = first === 0 ? 0 : ENLARGING * enlargedArea(job, drawnEdge)
  return Math.max(1, Math.round(STORING + sampling + finishing))
}

/** How many of the steps are made at a strength: none at 0, else at least one. */
function stepsMade(steps: number, strength: number): number {
  return strength === 0 ? 0 : Math.max(1, Math.floor(steps * strength + 1e-9))
}

/** Area that the enlarger makes on the way to a size, in squares of 512 pixels: it enlarges by four, once or twice. */
function enlargedArea({ width, height }: WorkParameters, drawnEdge: number): number {
  const wanted = Math.sqrt(width * height)
  let [edge, area] = [drawnEdge, 0]
  for (let pass = 0; pass < 2 && edge < wanted; pass++) {
    edge *= 4
    area += (edge / 512) ** 2
  }
  return area
}
