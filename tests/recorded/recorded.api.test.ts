import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPackedJson } from '#tests/support/packed-fixtures.ts'
import { Recorder, type Recording } from './recorder.ts'
import { jobScenarios } from './scenarios/jobs.ts'
import { planScenarios } from './scenarios/plans.ts'
import { refusalScenarios } from './scenarios/refusals.ts'
import { togetherScenarios } from './scenarios/together.ts'
import { type Stage, startStage } from './stage.ts'

const FILE = join(import.meta.dirname, 'recordings.json')
const SCENARIOS = [...jobScenarios, ...togetherScenarios, ...refusalScenarios, ...planScenarios]

/** `npm run record` writes what comes of every scenario instead of comparing it. */
const isRecording = process.env['RECORD'] === '1'
const recorded = (!isRecording && existsSync(`${FILE}.br`) ? readPackedJson(FILE) : {}) as Record<
  string,
  Recording
>
const made: Record<string, Recording> = {}

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(async () => {
  await stage.app.dispose()
  if (isRecording) writeFileSync(`${FILE}.br`, brotliCompressSync(JSON.stringify(made)))
})

test('every recording has its scenario', () => {
  const names = SCENARIOS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(isRecording ? [] : Object.keys(recorded).toSorted()).toEqual(
    isRecording ? [] : names.toSorted(),
  )
})

// A retry across an upgrade carries a key, a quote or a fixed seed, and a job of the old version is finished by the new one.
test.each(SCENARIOS)('$name', async ({ name, plan, play }) => {
  const { person, has } = stage.people[plan]
  const recorder = await Recorder.open(stage.app, person)
  await play(recorder, has, stage)
  const recording = await recorder.close()
  // Through JSON, as it is written.
  made[name] = JSON.parse(JSON.stringify(recording)) as Recording
  expect(made[name]).toEqual((isRecording ? made : recorded)[name])
})
