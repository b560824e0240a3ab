import { randomUUID } from 'node:crypto'
import type { ModelStore } from '#server/engines/spec/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import { OperatorError, operatorLine } from '#lib/operator-error.ts'
import { wantSamples } from '../samples/model-samples.ts'
import { claimDownload, endDownload, type Progress, reportProgress } from './model-downloads.ts'

/** Fetches the models that administrators asked for, one at a time in all processes together. */
export interface DownloadRunner {
  /** For cron: begins the next one, if none is on its way. */
  sweep(): Promise<void>
  /** Hands back what runs; it goes on from its bytes wherever it is taken up. */
  stop(): Promise<void>
}

interface RunnerDeps {
  db: Pick<Db, 'kysely'>
  models: ModelStore
  log: Log
}

const REPORT_MS = 1000
/** Over which the speed is taken. */
const SPEED_MS = 5000

export function createDownloadRunner({ db, models, log }: RunnerDeps): DownloadRunner {
  let running: { stop: AbortController; ended: Promise<void> } | null = null
  let stopped = false

  async function run(
    id: string,
    source: string,
    runner: string,
    stop: AbortController,
  ): Promise<void> {
    const progress: Progress = { done: 0, total: null, speed: null }
    const marks: { at: number; done: number }[] = []
    const report = async (): Promise<void> => {
      const now = Date.now()
      marks.push({ at: now, done: progress.done })
      while (marks.length > 1 && marks[0]!.at < now - SPEED_MS) marks.shift()
      const [first] = marks
      const seconds = (now - first!.at) / 1000
      progress.speed = seconds > 0 ? Math.round((progress.done - first!.done) / seconds) : null
      if (!(await reportProgress(db, id, runner, progress))) stop.abort()
    }
    const timer = setInterval(() => {
      report().catch((error: unknown) =>
        log.warn({ err: error }, 'a download could not be told of'),
      )
    }, REPORT_MS)
    try {
      await models.install(source, id, {
        signal: stop.signal,
        onProgress(done, total) {
          progress.done = done
          progress.total = total
        },
      })
      await reportProgress(db, id, runner, { ...progress, done: progress.total ?? progress.done })
      await endDownload(db, id, runner, { state: 'ready' })
      await wantSamples(db.kysely, [{ id, hash: '' }])
    } catch (error) {
      const isHandedBack = stop.signal.aborted
      const line = operatorLine(error)
      const text = error instanceof OperatorError ? error.text : null
      const problem = text ?? line ?? (error as Error).message
      const told = line === null ? { err: error } : { problem: line }
      if (!isHandedBack) log.warn({ ...told, model: id }, 'a model could not be fetched')
      await endDownload(
        db,
        id,
        runner,
        isHandedBack ? { state: 'queued' } : { state: 'failed', problem },
      )
    } finally {
      clearInterval(timer)
    }
  }

  return {
    async sweep() {
      if (running || stopped) return
      const runner = randomUUID()
      const claimed = await claimDownload(db, runner)
      if (!claimed) return
      const stop = new AbortController()
      const ended = run(claimed.id, claimed.source, runner, stop)
        .catch((error: unknown) => log.error({ err: error }, 'a download could not be ended'))
        .finally(() => (running = null))
      running = { stop, ended }
    },
    async stop() {
      stopped = true
      running?.stop.abort()
      await running?.ended
    },
  }
}
