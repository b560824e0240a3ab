import type { PhotoFinding } from '#contract/lora-trainings.ts'
import type { PixelFinding } from '#contract/photo-coach.ts'

type Say = (values: PixelFinding['values']) => string

const MESSAGES: Record<PixelFinding['code'], Say> = {
  too_small: ({ width, height }) =>
    `Too small (${width} x ${height} pixels). Add the original file from your camera.`,
  small: ({ width, height }) =>
    `Rather small (${width} x ${height} pixels). At least 512 pixels on each side is best.`,
  blurred: () => 'Blurred. Hold the camera still, focus on the subject and try again.',
  soft: () => 'A little soft. A sharper photo teaches more detail.',
  dark: () => 'Very dark. Take it by a window or outdoors.',
  bright: () => 'Very bright. Turn away from the light or the flash.',
  duplicate: ({ number }) =>
    `Nearly the same as photo ${number}. Delete one of them: another view teaches more.`,
}

/** What was seen in the pixels, with the words for it. */
export const sayOfPixels = ({ code, level, values }: PixelFinding): PhotoFinding => ({
  code,
  level,
  message: MESSAGES[code](values),
})
