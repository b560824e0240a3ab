export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key'
