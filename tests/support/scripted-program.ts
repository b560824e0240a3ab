/**
 * The program with an engine that does as the words of a prompt say, as a process of its own, for tests in a browser:
 * what ends with "that fails" cannot be made, what has "unlike" lacks its main thing, nor the first of those before a library; all else takes a moment. It draws
 * people from the first SIGUSR2 on. Its trainings take a few seconds; with `TRAININGS_WAIT` each stays at a quarter until a
 * SIGCONT, so that it is seen.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { waitForStopSignal } from '#server/platform/process/stop-signals.ts'
import {
  after,
  createScriptedEngine,
  fail,
  finishAll,
  lackAll,
  type Script,
  scriptedFace,
} from './doubles/scripted-engine.ts'
import { serveApp } from './serve-app.ts'
import { SCRIPTED_STEPS, stepOfState, type TrainingScript } from './doubles/scripted-training.ts'

const A_MOMENT_MS = 150
const TRAINING_MS = 4000
const fails = fail(false)
const makes = after(A_MOMENT_MS, finishAll)
const lacks = after(A_MOMENT_MS, lackAll)

function script(): Script {
  let libraries = 0
  return (work) => {
    const { prompt } = work.request
    const isFirst = prompt.includes('library') && libraries++ === 0
    if (isFirst || prompt.endsWith('that fails')) return fails(work)
    return (prompt.includes('unlike') ? lacks : makes)(work)
  }
}

/** Of the next training, also before it begins. */
let going = Promise.withResolvers<void>()
process.on('SIGCONT', () => going.resolve())

const train: TrainingScript = async ({ request, progress, state, checkpoint }) => {
  for (const share of [0.25, 0.5, 0.75, 1]) {
    const step = share * SCRIPTED_STEPS
    if (step <= stepOfState(request)) continue
    progress(step)
    state(step)
    if (share === 0.25 && process.env['TRAININGS_WAIT']) {
      await Promise.race([going.promise, signal])
      going = Promise.withResolvers()
    } else await sleep(TRAINING_MS / 4)
  }
  await checkpoint(SCRIPTED_STEPS)
}

const signal = waitForStopSignal()
const features: ('negative_prompt' | 'loras' | 'photo_person')[] = ['negative_prompt', 'loras']
const engine = createScriptedEngine({
  capabilities: { features, nativeSize: 512 },
  script: script(),
})
engine.training.script = train
// Of people who look as old as `FACES_AGE` says; left out: nobody can tell.
const age = process.env['FACES_AGE']
engine.faces = [
  {
    ...scriptedFace({ size: 300, ...(age !== undefined && { age: Number(age) }) }),
    identity: [1, 0],
  },
]
// Those that the page of avatars offers first.
engine.tool.avatarLooks = () => ['studio', 'golden-hour'].map((id) => ({ id, name: id, edge: 64 }))
process.on('SIGUSR2', () => {
  if (!features.includes('photo_person')) features.push('photo_person')
})
engine.image.fitLoras = async (_model, ids) =>
  ids.map((id) => ({ id, hash: '', problem: `There is no LoRA named "${id}".` }))
await serveApp(() => ({ engines: [engine], classifier: engine }), signal)
