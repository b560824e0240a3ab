import type { Job } from '#contract/inference-jobs.ts'
import { inputIn } from '#web/features/generate/lib/input-in.ts'

/** Id of the image that a job changes; null for one that changes none. */
export const inputOf = ({ parameters }: Job): string | null => inputIn(parameters)
