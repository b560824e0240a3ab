import type { GenerationRequestInput } from '#contract/generation-request.ts'
import type { Job } from '#contract/inference-jobs.ts'

/** What a job keeps beside what was asked for. */
const ADDED = new Set([
  'width',
  'height',
  'model',
  'consent_version',
  'part',
  'steps',
  'guidance_scale',
  'sampler',
])

/** The request of a job of a tool, to ask for the same once more. */
export const requestOf = ({ parameters }: Job): GenerationRequestInput =>
  Object.fromEntries(
    Object.entries(parameters).filter(([field]) => !ADDED.has(field)),
  ) as GenerationRequestInput
