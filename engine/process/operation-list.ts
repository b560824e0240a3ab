import type {
  EngineError,
  EngineImage,
  FollowHandlers,
  OperationResult,
} from '#lib/engine-spec/index.ts'
import { createOperation, type Operation } from './operation.ts'

/** How long the pictures of work that ended are kept for a follower that has not come yet. */
const KEPT_MS = 10 * 60_000

/** Work by its id, from its start until its follower has everything. */
export interface OperationList<Output> {
  add(id: string): void
  /** Reports something; of no effect once nobody can want it. */
  push: (id: string, event: Parameters<Operation<Output>['push']>[0]) => void
  /** Reports the last thing. */
  end: (id: string, event: Parameters<Operation<Output>['push']>[0]) => void
  /** From now on nothing is handed over. */
  cancel(id: string): void
  /** Throws what `unknown` makes, if there is no such work or another follows it. */
  follow(id: string, handlers: FollowHandlers<Output>): Promise<OperationResult>
  failAll(error: EngineError): void
}

/**
 * @param unknown makes the error for an id that is not there
 * @param onRefused told when a follower could not take a picture: no more of them are wanted
 */
export function createOperationList<Output = EngineImage>(
  unknown: (id: string) => EngineError,
  onRefused: (id: string) => void,
): OperationList<Output> {
  const operations = new Map<string, Operation<Output>>()
  const followed = new Set<string>()
  return {
    add(id) {
      operations.set(id, createOperation(id))
    },
    push(id, event) {
      operations.get(id)?.push(event)
    },
    end(id, event) {
      const operation = operations.get(id)
      if (!operation) return
      operation.push(event)
      if (!followed.has(id)) setTimeout(() => operations.delete(id), KEPT_MS).unref()
    },
    cancel(id) {
      operations.get(id)?.cancel()
      if (!followed.has(id)) operations.delete(id)
    },
    async follow(id, handlers) {
      const operation = operations.get(id)
      if (!operation || followed.has(id)) throw unknown(id)
      followed.add(id)
      try {
        return await operation.follow(handlers)
      } catch (error) {
        onRefused(id)
        throw error
      } finally {
        followed.delete(id)
        operations.delete(id)
      }
    },
    failAll(error) {
      for (const operation of operations.values()) operation.push({ type: 'failed', error })
    },
  }
}
