import { AppError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'

/** The refusal of work on images while too much of it waits. */
export const tooManyImages = (): AppError =>
  new AppError('unavailable', 'Too many images are waiting to be worked on', {
    userMessage: t('common.serverBusy'),
    retryAfterSeconds: 2,
  })
