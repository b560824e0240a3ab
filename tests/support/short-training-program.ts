/** The program, whose own engine trains in a sixth of the steps: for tests of what happens around a training, in a browser. */
import { join } from 'node:path'
import { createBuiltinEngine } from '#server/engines/builtin/index.ts'
import { waitForStopSignal } from '#server/platform/process/stop-signals.ts'
import { serveApp } from './serve-app.ts'

const STEPS = 200

await serveApp((config, log) => {
  const engine = createBuiltinEngine({
    ...config.engine,
    toolProcesses: config.slots.tools,
    cacheDir: join(config.dataDir, 'cache', 'models'),
    log,
  })
  const { start } = engine.training
  engine.training.start = (request, beginning) => start({ ...request, steps: STEPS }, beginning)
  return { engines: [engine], classifier: engine }
}, waitForStopSignal())
