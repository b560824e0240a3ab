import { FRAMINGS } from '#contract/values/jobs/headshots.ts'

export interface Choice {
  /** Ids of backgrounds. */
  backgrounds: readonly string[]
  framing: (typeof FRAMINGS)[number]
}

export const FIRST: Choice = { backgrounds: ['light-gray', 'office'], framing: 'shoulders' }

/** What was chosen for a job with these parameters. */
export function choiceOf({
  backgrounds,
  framing,
}: Readonly<Record<string, unknown>>): Partial<Choice> {
  const known = FRAMINGS.find((one) => one === framing)
  return {
    ...(Array.isArray(backgrounds) && {
      backgrounds: backgrounds.filter((one) => typeof one === 'string'),
    }),
    ...(known && { framing: known }),
  }
}
