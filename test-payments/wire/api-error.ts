type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

interface Details {
  status?: number
  type?: ErrorType
  code?: string
  param?: string
  decline_code?: string
  payment_intent?: unknown
  payment_method?: unknown
  charge?: string
  /** What was changed before the error stays, such as a declined charge. */
  keepsChanges?: boolean
}

/** An answer of the API that is an error, in Stripe's envelope. */
export class ApiError extends Error {
  readonly status: number
  readonly keepsChanges: boolean
  readonly #details: Omit<Details, 'status' | 'keepsChanges'>

  constructor(
    message: string,
    { status = 400, keepsChanges = false, type = 'invalid_request_error', ...rest }: Details = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.keepsChanges = keepsChanges
    this.#details = { type, ...rest }
  }

  /** Null: it has none. */
  get code(): string | null {
    return this.#details.code ?? null
  }

  /** The JSON body. */
  body(): { error: Record<string, unknown> } {
    return { error: { ...this.#details, message: this.message } }
  }
}

/** 404 `resource_missing`, as for every id that names nothing. */
export function noSuch(kind: string, id: string, param = 'id'): ApiError {
  const name = kind.split('.').at(-1)?.replaceAll('_', ' ')
  return new ApiError(`No such ${name}: '${id}'`, { status: 404, code: 'resource_missing', param })
}
