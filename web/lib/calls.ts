import { type CallOptions, createCaller, type Transport } from '#contract/client.ts'
import type { Answer as AnswerOf, Endpoint, Route, Sent as SentOf } from '#contract/endpoint.ts'
import type { api as contract } from '#contract/index.ts'

export * as api from '#contract/routes.ts'

type Contract = typeof contract
type AnyEndpoint = { [R in keyof Contract]: Contract[R][keyof Contract[R]] }[keyof Contract]
type ByRoute = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E }

/** The entry of a route in the contract. */
type EndpointOf<R extends Route> = ByRoute[`${R['method']} ${R['path']}` &
  keyof ByRoute] extends infer E extends Endpoint
  ? E
  : never

/** The request to a route. */
export type Sent<R extends Route> = SentOf<EndpointOf<R>>

/** The answer of a route in case of success. */
export type Answer<R extends Route> = AnswerOf<EndpointOf<R>>

/** Makes one call of the API: `call(api.plans.list, {})`. */
export type Call = <R extends Route>(
  route: R,
  request: Sent<R>,
  options?: CallOptions,
) => Promise<Answer<R>>

/**
 * Makes the caller over a transport, typed by the contract.
 * @throws {ApiError} for every answer outside 200-299
 */
export const callerOver = (transport: Transport): Call => createCaller(transport) as Call
