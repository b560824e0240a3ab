import { expect, test } from 'vitest'
import type { EngineErrorCode } from '#server/engines/spec/index.ts'

/** How every server and service elsewhere can go wrong, and what its engine is to make of it. */
export const FAILURES = {
  refused: { code: 'unsupported', retryable: false },
  'server error': { code: 'engine_failed', retryable: true },
  throttled: { code: 'engine_unreachable', retryable: true },
  garbage: { code: 'engine_failed', retryable: true },
  'half an image': { code: 'picture_failed', retryable: true },
  'wrong size': { code: 'picture_failed', retryable: true },
  black: { code: 'picture_failed', retryable: true },
  'connection lost': { code: 'engine_unreachable', retryable: true },
} as const satisfies Record<string, { code: EngineErrorCode; retryable: boolean }>
export type Failure = keyof typeof FAILURES

/**
 * A test for each failure.
 * @param draw orders one picture from a server that goes wrong like this, and follows the work to its end
 */
export function testFailures(draw: (failure: Failure) => Promise<unknown>): void {
  test.each(Object.keys(FAILURES) as Failure[])('%s', async (failure) => {
    await expect(draw(failure)).rejects.toMatchObject(FAILURES[failure])
  })
}
