import type { z } from 'zod'
import type { VideoMotion } from '#contract/jobs/video.ts'
import { VIDEO_LIMITS } from '#contract/values/jobs/video.ts'
import type { VideoRequest } from '#contract/jobs/video.ts'
import type { VideoProvider } from '#contract/video-inference-jobs.ts'

/** What a video is made of. */
export type Way = 'image' | 'words' | 'several'

export interface Choice {
  /** Null: the usual one. */
  way: Way | null
  /** Whether it ends on another image. */
  ends: boolean
  provider: string
  prompt: string
  prompts: readonly string[]
  /** Seconds; null: the usual. */
  duration: number | null
  /** `1024x576`; empty: as the image, or the usual. */
  size: string
  motion: VideoMotion | ''
}

export const FIRST: Choice = {
  way: null,
  ends: false,
  provider: 'BUILT_IN',
  prompt: '',
  prompts: ['', ''],
  duration: null,
  size: '',
  motion: '',
}

/** The ways that a provider has. */
export const waysOf = ({ image, prompt, max_prompts: most }: VideoProvider): Way[] => [
  ...(image === 'none' ? [] : (['image'] as const)),
  ...(image === 'needed' ? [] : (['words'] as const)),
  ...(most >= VIDEO_LIMITS.prompts.min && prompt === 'optional' ? (['several'] as const) : []),
]

/**
 * A draft may be of a time when another provider was set up: what is not offered is chosen again.
 * @param drawsAnything whether the built-in provider can draw what words say; a photo is the better start where it cannot
 */
export function fitChoice(
  choice: Choice,
  providers: readonly VideoProvider[],
  drawsAnything = false,
) {
  const provider = providers.find((one) => one.provider === choice.provider) ?? providers[0]
  if (!provider) return null
  const ways = waysOf(provider)
  const usual = provider.provider === 'BUILT_IN' && !drawsAnything ? 'image' : 'words'
  const way =
    [choice.way, usual].find(
      (one): one is Way => one !== null && ways.some((other) => other === one),
    ) ??
    ways[0] ??
    'words'
  const canEnd = way === 'image' && provider.end_frame !== null
  const ends = canEnd && choice.ends
  const durations = ends ? (provider.end_frame?.durations ?? []) : provider.durations
  const isLed = way === 'several' || ends
  const usualMotion = isLed && provider.motions.includes('none') ? 'none' : undefined
  return {
    provider,
    ways,
    way,
    canEnd,
    ends,
    durations,
    duration: durations.find((one) => one === choice.duration) ?? durations[0]!,
    size: provider.sizes.find(({ width, height }) => `${width}x${height}` === choice.size) ?? null,
    motion:
      provider.motions.find((one) => one === choice.motion) ?? usualMotion ?? provider.motions[0]!,
  }
}

export type Fitted = NonNullable<ReturnType<typeof fitChoice>>

/** The request; null while something is missing. @param images ids of the chosen ones, if they are there */
export function requestOf(
  { prompt, prompts }: Pick<Choice, 'prompt' | 'prompts'>,
  { provider, way, ends, duration, size, motion }: Fitted,
  { image, end }: { image: string | null; end: string | null },
): z.input<typeof VideoRequest> | null {
  const words = prompt.trim()
  const all = prompts.map((one) => one.trim())
  const base = {
    type: 'VID',
    provider: provider.provider,
    duration,
    motion,
    ...(size && { width: size.width, height: size.height }),
  } as const
  if (way === 'several') return all.includes('') ? null : { ...base, prompts: all }
  if (way === 'words') return words === '' ? null : { ...base, prompt: words }
  const lacksWords = provider.prompt === 'needed' && words === ''
  if (image === null || lacksWords || (ends && end === null)) return null
  return {
    ...base,
    image,
    ...(ends && end !== null && { end_image: end }),
    ...(words !== '' && { prompt: words }),
  }
}
