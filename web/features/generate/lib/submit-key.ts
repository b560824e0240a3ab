import { randomId } from '#web/lib/random-id.ts'

const NAME = 'pending-submit'

interface Pending {
  request: string
  key: string
  quote: string | null
}

function read(): Pending | null {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Pending | null
  } catch {
    return null
  }
}

/**
 * Idempotency key and quote to send with a request: the same ones as long as no answer to the same request
 * came, even over a reload, so that a repeat after a lost answer finds the first job instead of paying for a
 * second.
 * @param request canonical text of the request without its quote
 */
export function beginSubmit(
  request: string,
  quote: string | null,
): { key: string; quote: string | null } {
  const pending = read()
  if (pending?.request === request) return pending
  const fresh: Pending = { request, key: randomId(), quote }
  sessionStorage.setItem(NAME, JSON.stringify(fresh))
  return fresh
}

/** An answer came: the next press of the button is a new request. */
export function endSubmit(): void {
  sessionStorage.removeItem(NAME)
}
