import { COMFYUI_VIDEO } from '#contract/jobs/video.ts'
import { prices } from '#server/domains/billing/index.ts'
import type { VideoModel } from '#server/engines/spec/index.ts'
import { t } from '#server/texts/index.ts'
import type { Price } from '../../kind.ts'
import type { Parameters } from './parameters.ts'

/** Credits: those of the model, where it has a price of its own, else those of the price list. */
export function priceOfSecond({
  provider,
  credits: own,
}: Pick<VideoModel, 'provider' | 'credits'>): number {
  const key = provider.startsWith(`${COMFYUI_VIDEO}:`) ? COMFYUI_VIDEO : provider
  const credits = own ?? prices().video[key]
  if (credits === undefined) throw new Error(`Videos of ${provider} have no price`)
  return credits
}

/** Price of a video, or of what is added to one. */
export function priceVideo(
  model: Pick<VideoModel, 'provider' | 'credits'>,
  { duration, video: extended }: Pick<Parameters, 'duration' | 'video'>,
): Price {
  return {
    credits: priceOfSecond(model) * duration,
    label: t(extended === undefined ? 'prices.video' : 'prices.videoMore', { seconds: duration }),
  }
}
