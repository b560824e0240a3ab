import type { Job } from '#contract/inference-jobs.ts'

/** Id of the image that a job changes; null for one that changes none. */
export function inputOf({ parameters }: Job): string | null {
  const { image, target_image: target } = parameters as { image?: string; target_image?: string }
  return target ?? image ?? null
}
