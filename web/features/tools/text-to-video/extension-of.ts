import type { z } from 'zod'
import type { VideoMotion, VideoRequest } from '#contract/jobs/video.ts'
import type { VideoProvider } from '#contract/video-inference-jobs.ts'

/** The request that extends a video; null while something is missing. */
export function extensionOf(
  {
    id,
    provider,
    extension,
  }: {
    id: string
    provider: Pick<VideoProvider, 'provider'>
    extension: NonNullable<VideoProvider['extend']>
  },
  chosen: { duration: number | null; motion: VideoMotion; prompt: string },
): z.input<typeof VideoRequest> | null {
  const { duration, motion } = chosen
  const prompt = extension.prompt === 'none' ? '' : chosen.prompt.trim()
  if (duration === null || (extension.prompt === 'needed' && prompt === '')) return null
  return {
    type: 'VID',
    provider: provider.provider,
    video: id,
    duration,
    motion,
    ...(prompt !== '' && { prompt }),
  }
}
