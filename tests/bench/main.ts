/**
 * The program's figures, each a ratio of things timed in turns in one run, or a time where only that means something.
 * Usage: `npm run bench [-- NAME ...]`, names as below; exits with 1 if a figure is not where it should be.
 */
import { benchAccept } from './accept.ts'
import { benchBlocked } from './blocked/bench-blocked.ts'
import { benchBusiness } from './business.ts'
import { benchEngine } from './engine.ts'
import { benchGallery } from './gallery.ts'
import { benchMemory } from './engine-memory.ts'
import { benchEstimates } from './estimates.ts'
import { benchEventLoop } from './event-loop.ts'
import { benchExplore } from './explore.ts'
import { benchFullModels } from './full-models.ts'
import { benchFirstPreview } from './first-preview.ts'
import { benchFullQueue } from './full-queue.ts'
import { benchIdle } from './idle.ts'
import { benchOverhead } from './overhead.ts'
import { benchPageSpeed, benchPageWeight } from './pages.ts'
import { benchPageRate } from './page-rate.ts'
import { benchPayments } from './payments.ts'
import { benchPyTorch } from './pytorch.ts'
import { benchResizer } from './resizer.ts'
import { type Bench, runBenches } from './run-benches.ts'
import { benchStart } from './start.ts'
import { benchSubjects } from './subjects/bench-subjects.ts'
import { benchTwentyPeople } from './twenty-people.ts'
import { benchUploads } from './uploads.ts'

const BENCHES: Record<string, Bench> = {
  overhead: benchOverhead,
  accept: benchAccept,
  resizer: benchResizer,
  engine: benchEngine,
  pytorch: benchPyTorch,
  preview: benchFirstPreview,
  loop: benchEventLoop,
  blocked: benchBlocked,
  estimates: async () => [...benchFullQueue(), await benchEstimates()],
  'twenty-people': benchTwentyPeople,
  memory: benchMemory,
  'full-models': benchFullModels,
  start: benchStart,
  idle: benchIdle,
  payments: benchPayments,
  uploads: benchUploads,
  gallery: benchGallery,
  explore: benchExplore,
  business: benchBusiness,
  subjects: benchSubjects,
  'page-weight': benchPageWeight,
  'page-speed': benchPageSpeed,
  'page-rate': benchPageRate,
}

await runBenches(BENCHES, process.argv.slice(2))
