import type { GenerationRequest } from '#contract/generation-request.ts'
import type { VideoMotion } from '#contract/jobs/video.ts'

export type Request = Extract<GenerationRequest, { type: 'VID' }>

export type Parameters = Omit<Request, 'quote' | 'duration' | 'motion'> & {
  duration: number
  motion: VideoMotion
  width: number
  height: number
  /** What draws the words, where they are drawn here. */
  model?: string
  /** With a training: the prompt as it was asked for, and the LoRA that draws its subject. */
  shot?: string
  lora?: string
}
