import { COMFYUI_VIDEO, type VideoProviderName } from '#contract/jobs/video.ts'
import { PRICES } from '#server/domains/billing/index.ts'

/** Credits. */
export function priceOfSecond(provider: VideoProviderName): number {
  const key = provider.startsWith(`${COMFYUI_VIDEO}:`) ? COMFYUI_VIDEO : provider
  const credits = PRICES.video[key]
  if (credits === undefined) throw new Error(`Videos of ${provider} have no price`)
  return credits
}
