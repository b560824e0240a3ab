import { EngineError } from '../spec/index.ts'
import type { Size } from './check-image.ts'
import { t } from '#server/texts/index.ts'

/** How far a picture's proportions may be from those that were asked for, before cutting it would spoil it. */
const MOST_CUT = 1.3

/** Whether too much of a picture would be lost if it were cut to the proportions that were asked for. */
export function isCutTooFar(drawn: Size, asked: Size): boolean {
  const cut = (drawn.width * asked.height) / (drawn.height * asked.width)
  return Math.max(cut, 1 / cut) > MOST_CUT
}

/**
 * Refuses proportions that a service does not come near, before it draws and bills what cannot be used.
 * @param aspect the service's nearest, as `16:9` or `1344x768`
 * @throws EngineError `unsupported`
 */
export function refuseFarAspect(service: string, aspect: string, asked: Size): void {
  const [width = 1, height = 1] = aspect.split(/[:x]/).map(Number)
  if (!isCutTooFar({ width, height }, asked)) return
  throw new EngineError(
    'unsupported',
    `${service} draws ${aspect}, which is too far from ${asked.width} x ${asked.height}`,
    {
      retryable: false,
      userMessage: t('engines.proportionsNotMade'),
    },
  )
}
