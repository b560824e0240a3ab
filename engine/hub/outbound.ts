import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { HubTrouble } from '#lib/engine-spec/index.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { reason } from '../reason.ts'

/**
 * Calls servers elsewhere: brought along by the program that uses the engine, which decides what may be called. What it throws where no
 * answer came has a `fault`, `timeout`, `unreachable` or `aborted` where another try may help.
 */
export interface Outbound {
  /** An answer of any status, whole. */
  send(
    url: string,
    options: { headers?: Record<string, string>; maxBytes?: number; timeoutMs?: number },
  ): Promise<{
    status: number
    /** Names in lower case. */
    headers: Record<string, string>
    json(): unknown
  }>
  /** As `send`, for what is too large for memory; `timeoutMs` is until the body begins. */
  open(
    url: string,
    options: { headers?: Record<string, string>; timeoutMs?: number },
  ): Promise<OutboundStream>
}

/** An answer whose body is read to its end, or destroyed. */
export interface OutboundStream {
  status: number
  /** The address that answered, after redirects. */
  url: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: Readable
}

const PASSING = new Set<unknown>(['timeout', 'unreachable', 'aborted'])

/**
 * Waits for what a hub answers.
 * @param url that was asked for
 * @throws {HubTrouble} no answer came, for a reason that may be gone at the next try
 * @throws {OperatorError} no answer came, for another reason
 */
export async function expectAnswer<T>(url: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof Error && 'fault' in error)) throw error
    const { message, fault } = error
    if (!PASSING.has(fault)) throw new OperatorError(`${message}.`, { cause: error })
    const { host } = new URL(url)
    throw new HubTrouble(
      fault === 'timeout'
        ? `${host} does not answer. Try again later.`
        : `${host} cannot be reached. Check the connection of this machine and try again.`,
      {
        cause: error,
        text:
          fault === 'timeout'
            ? reason('setup.hubSilent', { host })
            : reason('setup.hubUnreachable', { host }),
      },
    )
  }
}

/**
 * Reads what a hub answered.
 * @param base address of the hub
 * @throws {HubTrouble} it is something else, such as the login page of a network between
 */
export function readAnswer<T>(schema: z.ZodType<T>, answer: { json(): unknown }, base: string): T {
  try {
    return schema.parse(answer.json())
  } catch (error) {
    const { host } = new URL(base)
    throw new HubTrouble(`${host} does not answer as a model hub does.`, {
      cause: error,
      text: reason('setup.hubOther', { host }),
    })
  }
}
