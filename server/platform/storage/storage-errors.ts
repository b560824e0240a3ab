import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { t } from '#server/texts/index.ts'

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
}
/** How soon it may be worth asking again: after a full disk, and after a store that did not answer. */
const FULL_RETRY_SECONDS = 60
const AWAY_RETRY_SECONDS = 5

/** Turns the failure of a write into one line for the operator and a 503 for the person. */
export function writeFailure(error: unknown, place: string, log: Log): AppError {
  if (error instanceof AppError) return error
  const { code, name, message } = error as NodeJS.ErrnoException
  const known = code === undefined ? undefined : REASONS[code]
  const line = `Files cannot be stored in ${place}: ${known ?? `${name}: ${message}`}`
  log.error(line)
  return new AppError('unavailable', line, {
    userMessage: t('requests.storageAway'),
    retryAfterSeconds: FULL_RETRY_SECONDS,
    ...(known === undefined && { cause: error }),
  })
}

/** The store does not answer now, and may again in a moment. */
export class StorageAway extends AppError {
  constructor(place: string) {
    super('unavailable', `${place} does not answer`, {
      userMessage: t('requests.filesAway'),
      retryAfterSeconds: AWAY_RETRY_SECONDS,
    })
    this.name = 'StorageAway'
  }
}
