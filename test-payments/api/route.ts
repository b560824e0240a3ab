import type { z } from 'zod'
import type { Store } from '../store.ts'

export type Method = 'GET' | 'POST' | 'DELETE'

/** One call of the API. */
export interface ApiRoute {
  method: Method
  /** With `:id` where an id stands. */
  path: string
  schema: z.ZodObject
  /** @throws {ApiError} what is answered instead */
  run(store: Store, params: never, id: string): Promise<unknown>
}

/** A call with its parameters checked and typed; unknown ones are refused. `expand` is taken off before. */
export function route<S extends z.ZodObject>(
  method: Method,
  path: string,
  schema: S,
  run: (store: Store, params: z.output<S>, id: string) => Promise<unknown>,
): ApiRoute {
  return { method, path, schema, run }
}
