import { FINISHES, type Finish } from '#contract/jobs/finishes.ts'

/** How a model can deliver its things alone, by its features. */
export const finishesOf = (features: ReadonlySet<string>): readonly Finish[] =>
  features.has('finish') ? FINISHES : features.has('transparent') ? ['transparent'] : []
