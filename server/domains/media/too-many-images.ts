import { AppError } from '#server/platform/errors.ts'

/** The refusal of work on images while too much of it waits. */
export const tooManyImages = (): AppError =>
  new AppError('unavailable', 'Too many images are waiting to be worked on', {
    userMessage: 'The server is busy. Please try again in a moment.',
    retryAfterSeconds: 2,
  })
