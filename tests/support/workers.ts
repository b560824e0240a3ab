import { type AppContext, type AppOverrides, createAppContext } from '#server/app/context.ts'
import { createLogger } from '#server/platform/log.ts'
import type { TestApp } from './test-app.ts'

/** Starts a program that only works on jobs, beside the one that answers requests, on the same database. */
export async function startWorkerOf(app: TestApp, overrides: AppOverrides): Promise<AppContext> {
  const worker = await createAppContext({
    config: { ...app.config, roles: ['worker'] },
    db: app.db,
    log: createLogger({ level: 'silent' }),
    overrides: { drainMs: 300, ...overrides },
  })
  await worker.start()
  return worker
}

export async function endWorker(worker: AppContext): Promise<void> {
  await worker.drain()
  await worker.dispose()
}
