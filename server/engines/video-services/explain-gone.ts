import { ServiceError } from '../remote/service/service-error.ts'
import { t } from '#server/texts/index.ts'

/** A service that extends a video answers that it is not there: it deletes videos after some time. */
export const explainGone = (service: string, error: unknown): unknown =>
  error instanceof ServiceError && (error.status === 404 || error.code === 'operation_lost')
    ? new ServiceError('unsupported', `${service} keeps this video no longer`, {
        status: error.status,
        retryable: false,
        userMessage: t('jobs.videoNotKept'),
      })
    : error
