import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
}

/** Turns the failure of a write into one line for the operator and a 503 for the person. */
export function writeFailure(error: unknown, place: string, log: Log): AppError {
  const { code, name, message } = error as NodeJS.ErrnoException
  const reason = (code && REASONS[code]) ?? `${name}: ${message}`
  const line = `Files cannot be stored in ${place}: ${reason}`
  log.error(line)
  return new AppError('unavailable', line, {
    userMessage: 'Files cannot be stored right now. Please try again later.',
    cause: error,
  })
}
