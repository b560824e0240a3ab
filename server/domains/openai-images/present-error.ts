import type { ErrorCode } from '#contract/errors.ts'
import type { AppError } from '#server/platform/errors.ts'
import { inEnglish, t } from '#server/texts/index.ts'

/** Our fields by the parameters of this interface. */
const PARAMS: Readonly<Record<string, string>> = {
  width: 'size',
  height: 'size',
  num_images: 'n',
  steps: 'num_inference_steps',
  finish: 'background',
  images: 'image',
}

const CODES: Partial<Record<ErrorCode, [type: string, code: string]>> = {
  not_authenticated: ['invalid_request_error', 'invalid_api_key'],
  invalid_token: ['invalid_request_error', 'invalid_api_key'],
  not_enough_credits: ['insufficient_quota', 'insufficient_quota'],
  throttled: ['rate_limit_error', 'rate_limit_exceeded'],
  queue_full: ['rate_limit_error', 'rate_limit_exceeded'],
  idempotency_mismatch: ['idempotency_error', 'idempotency_mismatch'],
}

/** An error as OpenAI words its own, in English as all of this interface. */
export function presentError(error: AppError, reference: string) {
  const [field = null] = Object.keys(error.fields ?? {})
  const isOfServer = error.status >= 500
  const [type, code] = CODES[error.code] ?? [
    isOfServer ? 'server_error' : 'invalid_request_error',
    typeof error.extra?.['code'] === 'string' ? error.extra['code'] : error.code,
  ]
  const param = field === null || field === 'non_field_errors' ? null : (PARAMS[field] ?? field)
  const words = error.sentence ?? inEnglish(t('requests.wentWrong', { reference }))
  return {
    error: {
      message: param === null ? words : `${param}: ${words}`,
      type,
      param,
      code,
    },
  }
}
