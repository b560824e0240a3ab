import { httpCall } from './http-call.ts'

/** Reads an address to its end. */
export const httpGet = (url: string, headers: Record<string, string> = {}): Promise<Buffer> =>
  httpCall(url, { method: 'GET', headers })
