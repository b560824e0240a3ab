import { EngineError } from '#server/engines/spec/index.ts'
import { t } from '#server/texts/index.ts'
import type { TrainingFailure } from './end-training.ts'
import { PhotosGone } from './training-order.ts'

/** Whether another attempt would fail as this one did. */
export const isFinal = (error: unknown): boolean =>
  error instanceof PhotosGone || (error instanceof EngineError && !error.retryable)

/** What the person who waits reads of it. */
export function reasonOf(error: unknown): TrainingFailure {
  if (error instanceof PhotosGone) {
    return {
      code: 'photos_gone',
      message: t('studios.photosGone'),
    }
  }
  if (error instanceof EngineError) return { code: error.code, message: error.userMessage }
  return { code: 'internal', message: t('common.wentWrong') }
}
