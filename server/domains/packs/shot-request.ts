import type { GenerationRequest } from '#contract/generation-request.ts'
import type { PackKind } from '#contract/packs.ts'
import type { PackShotRow } from './store.ts'

type Shot = Pick<
  PackShotRow,
  'prompt' | 'negative_prompt' | 'width' | 'height' | 'style' | 'seed' | 'motion' | 'duration'
>

/** The request that makes one shot. */
export function requestOf(kind: PackKind, shot: Shot, training: string | null): GenerationRequest {
  const { prompt, negative_prompt, seed } = shot
  const size = {
    ...(shot.width !== null && { width: shot.width }),
    ...(shot.height !== null && { height: shot.height }),
  }
  if (kind === 'video')
    return {
      type: 'VID',
      provider: 'BUILT_IN',
      prompt,
      ...(training !== null && { training }),
      seed,
      ...size,
      ...(shot.motion !== null && { motion: shot.motion }),
      ...(shot.duration !== null && { duration: shot.duration }),
    }
  return {
    type: 'PPS',
    training,
    prompt,
    negative_prompt,
    seed,
    ...size,
    ...(shot.style !== null && { style: shot.style }),
  }
}
