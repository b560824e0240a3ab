/** An answer as it came, for tests of what the typed client would not let out. */
export interface RawAnswer {
  status: number
  body: unknown
  code: string | null
  headers: Headers
}

export interface RawRequest {
  method?: string
  /** Sent as JSON; a string goes as it is. */
  body?: unknown
  headers?: Record<string, string>
}

/** Sends any request to a test's app. */
export async function rawRequest(
  app: { url: string },
  path: string,
  { method = 'POST', body, headers = {} }: RawRequest = {},
): Promise<RawAnswer> {
  const response = await fetch(app.url + path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    redirect: 'manual',
  })
  const text = await response.text()
  return {
    status: response.status,
    body: text === '' ? null : (JSON.parse(text) as unknown),
    code: response.headers.get('x-error-code'),
    headers: response.headers,
  }
}
