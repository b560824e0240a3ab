import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, userError } from '#server/platform/errors.ts'
import { addressKey } from '#server/platform/rate-limit.ts'
import { t } from '#server/texts/index.ts'

export interface UploadLimits {
  /** Uploads of everybody that are read or worked on at once; each may be in memory as a whole. */
  atOnce: number
  perCaller: number
  perAddress: number
  /** What must come in each such time, or the upload is ended. */
  slowest: { bytes: number; ms: number }
}

export const UPLOAD_LIMITS: UploadLimits = {
  atOnce: 32,
  perCaller: 6,
  perAddress: 12,
  slowest: { bytes: 64 * 1024, ms: 10_000 },
}

/** One upload, from its first byte to its answer. */
export interface AdmittedUpload {
  /** Aborts, with the reason as an AppError, when the sender hangs up or is too slow and when the server ends. */
  signal: AbortSignal
  /** Ends the upload when it comes slower than allowed; call what it returns once it has come. */
  watchSpeed(): () => void
}

export interface UploadGate {
  /**
   * Runs `work` for an upload that may be sent now.
   * @throws {AppError} `throttled` when its sender has too many under way, `unavailable` when everybody has; the
   * reason of the signal, whatever `work` threw once it had aborted
   */
  run<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    userId: string | null,
    work: (upload: AdmittedUpload) => Promise<T>,
  ): Promise<T>
}

/** Its connection is gone: nobody reads this. */
const hungUp = () => userError('invalid', t('requests.uploadInterrupted'))
const ending = () =>
  userError('unavailable', t('requests.restarting'), {
    retryAfterSeconds: 5,
  })
const tooSlow = () => userError('invalid', t('requests.uploadTooSlow'))

function tooMany(whose: string): AppError {
  return new AppError('throttled', `Too many uploads at once: ${whose}`, {
    userMessage: t('requests.tooManyUploads'),
    retryAfterSeconds: 2,
  })
}

/** Keeps one sender's uploads from taking everybody's room, and all of them from holding up the server's end. */
export function createUploadGate(app: FastifyInstance, limits: UploadLimits): UploadGate {
  const running = new Map<string, number>()
  const closing = new AbortController()
  // A connection without an answer would be waited for.
  app.addHook('preClose', async () => closing.abort(ending()))

  const change = (key: string, by: number) => {
    const count = (running.get(key) ?? 0) + by
    if (count > 0) running.set(key, count)
    else running.delete(key)
  }

  function enter(request: FastifyRequest, userId: string | null): () => void {
    const shares: [key: string, most: number][] = [
      ...(userId === null ? [] : [[`user ${userId}`, limits.perCaller] as [string, number]]),
      [`address ${addressKey(request.ip)}`, limits.perAddress],
    ]
    for (const [key, most] of shares) {
      if ((running.get(key) ?? 0) >= most) throw tooMany(key)
    }
    if ((running.get('all') ?? 0) >= limits.atOnce) {
      throw new AppError('unavailable', 'Too many files are being uploaded', {
        userMessage: t('common.serverBusy'),
        retryAfterSeconds: 2,
      })
    }
    const keys = ['all', ...shares.map(([key]) => key)]
    for (const key of keys) change(key, 1)
    return () => keys.forEach((key) => change(key, -1))
  }

  return {
    async run(request, reply, userId, work) {
      const leave = enter(request, userId)
      const own = new AbortController()
      // Not the request's own signal: that one aborts as soon as the body has come.
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) own.abort(hungUp())
      })
      const signal = AbortSignal.any([own.signal, closing.signal])
      try {
        return await work({
          signal,
          watchSpeed: () =>
            watchSpeed(request, limits.slowest, () => {
              own.abort(tooSlow())
            }),
        })
      } catch (error) {
        if (!signal.aborted) throw error
        // The rest of the body is not waited for.
        reply.header('Connection', 'close')
        throw signal.reason
      } finally {
        leave()
      }
    },
  }
}

function watchSpeed(
  { raw: { socket } }: FastifyRequest,
  { bytes, ms }: UploadLimits['slowest'],
  end: () => void,
): () => void {
  let before = socket.bytesRead
  const timer = setInterval(() => {
    if (socket.bytesRead - before < bytes) end()
    before = socket.bytesRead
  }, ms)
  return () => clearInterval(timer)
}
