import type { VideoProviderName } from '#contract/jobs/video.ts'
import { PRICES } from '#server/domains/billing/index.ts'

/** Credits. */
export function priceOfSecond(provider: VideoProviderName): number {
  const credits = PRICES.video[provider]
  if (credits === undefined) throw new Error(`Videos of ${provider} have no price`)
  return credits
}
