import type { TransportResponse } from '#contract/client.ts'

export interface FormRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: FormData
  signal: AbortSignal
  /** Told what share of the body has been sent, 0 to 1. */
  onProgress(share: number): void
}

/** Sends a form and tells how far it is, which `fetch` cannot. Rejects when no answer came. */
export function sendWithProgress(
  { method, url, headers, body, signal, onProgress }: FormRequest,
  parse: (text: string) => unknown,
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        header: (name) => request.getResponseHeader(name),
        body: parse(request.responseText),
      }),
    )
    request.addEventListener('error', () => reject(new Error('Network Error')))
    request.addEventListener('abort', () => reject(new Error('The request was ended')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}
