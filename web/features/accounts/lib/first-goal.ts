import { paths } from '#contract/paths.ts'

/**
 * Where a new account goes once its address is confirmed: to what the person was doing, or to the first page of the brand. The
 * plain create page is what the header's button names for everybody, which is nothing that this person was doing.
 */
export const firstGoal = (goal: string | null, landing: string): string =>
  goal === null || goal === paths.textToImage.link() ? landing : goal
