import { type CallOptions, createCaller, type Transport } from '#contract/client.ts'
import type { Answer, Endpoint, Sent } from '#contract/endpoint.ts'

/**
 * Makes the typed caller of tests: `call(api.createJob, { body })`.
 * @param options `validate`: answers are checked against the schemas
 * @throws {ApiError} for every answer outside 200-299.
 */
export function createClient(
  transport: Transport,
  options: { validate?: boolean } = {},
): <E extends Endpoint>(endpoint: E, request: Sent<E>, call?: CallOptions) => Promise<Answer<E>> {
  const send = createCaller(transport)
  return async (endpoint, request, call) => {
    const answer = await send(endpoint, request, call)
    return (options.validate ? endpoint.response.parse(answer) : answer) as Answer<typeof endpoint>
  }
}
