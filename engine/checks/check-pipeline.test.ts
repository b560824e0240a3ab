import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Sampler } from '#contract/samplers.ts'
import { readPackedJson } from '#tests/support/packed-fixtures.ts'
import { checkPipeline } from './check-pipeline.ts'

interface SchedulerReference {
  prompt: object
  noises: number[][]
  folders: {
    scheduler: Record<string, unknown>
    cases: { sampler: Sampler; steps: number; latents: number[] }[]
  }[]
}

const TINY = 'tests/fixtures/tiny-sd'
const FILE = 'tests/fixtures/tiny-sd-schedulers/expected.json'
const { prompt, noises, folders } = readPackedJson(FILE) as SchedulerReference
const [noise, ...added] = [...noises, ...noises] as [number[], ...number[][]]

const scratch = mkdtempSync(path.join(tmpdir(), 'atelier-schedulers-'))
afterAll(() => rmSync(scratch, { recursive: true }))

/** The small model with other files, each by what it says. */
function folderWith(name: string, files: Record<string, unknown>): string {
  const folder = path.join(scratch, name)
  cpSync(TINY, folder, { recursive: true })
  for (const [file, content] of Object.entries(files))
    writeFileSync(path.join(folder, file), JSON.stringify(content))
  return folder
}

test("a model in Stable Diffusion's shape draws what diffusers draws with it", async () => {
  const expected = readPackedJson(`${TINY}/expected.json`)
  const checks = await checkPipeline(folderWith('as it is', { 'expected.json': expected }))
  expect(checks.map(({ sampler }) => sampler)).toEqual(['DDIM', 'Euler', 'Heun', 'LMS'])
  for (const { tokensEqual, latents, image } of checks) {
    expect(tokensEqual).toBe(true)
    expect(latents).toBeLessThan(1e-3)
    expect(image ?? 0).toBeLessThan(1e-3)
  }
})

test.each(folders.map((one, i) => ({ ...one, i })))(
  'a folder with $scheduler._class_name and $scheduler.timestep_spacing spacing draws what diffusers draws with it',
  async ({ scheduler, cases, i }) => {
    const expected = cases.map((one) => ({ ...prompt, ...one, noise, noises: added }))
    const folder = folderWith(String(i), {
      'scheduler/scheduler_config.json': scheduler,
      'expected.json': expected,
    })
    const checks = await checkPipeline(folder)
    expect(checks).toHaveLength(cases.length)
    const errors = checks.map(({ sampler, steps, latents }) => ({ sampler, steps, latents }))
    expect(errors.filter(({ latents }) => latents > 2e-5)).toEqual([])
  },
)
