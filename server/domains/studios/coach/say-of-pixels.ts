import type { UnsaidTraining } from '#contract/lora-trainings.ts'
import type { PixelFinding } from '#contract/photo-coach.ts'
import { t, type Text } from '#server/texts/index.ts'

/** As the coach says it, before it is in a language. */
export type UnsaidFinding = UnsaidTraining['coach']['findings'][number]

type Say = (values: PixelFinding['values']) => Text

const MESSAGES: Record<PixelFinding['code'], Say> = {
  too_small: ({ width = 0, height = 0 }) => t('studios.tooSmall', { width, height }),
  small: ({ width = 0, height = 0 }) => t('studios.ratherSmall', { width, height }),
  blurred: () => t('studios.blurred'),
  soft: () => t('studios.soft'),
  dark: () => t('studios.dark'),
  bright: () => t('studios.bright'),
  duplicate: ({ number = 0 }) => t('studios.duplicate', { number }),
}

/** What was seen in the pixels, with the words for it. */
export const sayOfPixels = ({ code, level, values }: PixelFinding): UnsaidFinding => ({
  code,
  level,
  message: MESSAGES[code](values),
})
