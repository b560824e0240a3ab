import type { Endpoint } from '#contract/endpoint.ts'

/** A call with as much work in it as its limits allow. */
export interface WorstRequest {
  name: string
  method: Endpoint['method']
  url: string
  /** JSON, another one for each round where what was read before is remembered; left out: there is none. */
  payload?(round: number): string
}

/** @param params by their names in the path */
export const post = (
  name: string,
  { method, path }: Endpoint,
  body: (round: number) => unknown,
  params: Record<string, string> = {},
): WorstRequest => ({
  name,
  method,
  url: path.replace(/:(\w+)/g, (_, param: string) => params[param] ?? ''),
  payload: (round) => JSON.stringify(body(round)),
})
