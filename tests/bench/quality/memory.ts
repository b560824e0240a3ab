import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { BenchResult, SkippedBench } from '../bench-result.ts'
import { makeLargePhotograph } from './large-photograph.ts'

const SCRIPT = fileURLToPath(new URL('work-once.ts', import.meta.url))
/** As `engine/process/worker-process.ts` starts it. */
const FLAGS = ['--heap-growing-percent=400']
/** The largest picture that is taken. */
const MEGAPIXELS = 25
const TOOLS = [
  'remove_background',
  'replace_background',
  'remove_object',
  'swap_faces',
  'fix_faces',
  'upscale',
  'draw_avatars',
  'take_headshots',
] as const

/** The most memory of a process that does a tool's work on a large picture. */
export async function benchMemoryOfTools(): Promise<BenchResult | SkippedBench[]> {
  const name = `Tools on ${MEGAPIXELS} megapixels: most memory of a process`
  if (process.platform !== 'linux') return [{ name, skipped: 'only Linux says it' }]
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-quality-'))
  const peaks: { tool: string; megabytes: number }[] = []
  try {
    const file = join(folder, 'photograph.jpg')
    await writeFile(file, await makeLargePhotograph(MEGAPIXELS))
    for (const tool of TOOLS) {
      const { stdout } = await promisify(execFile)(process.execPath, [...FLAGS, SCRIPT, tool, file])
      peaks.push({ tool, megabytes: Number(stdout) })
    }
  } finally {
    await rm(folder, { recursive: true })
  }
  return {
    name,
    value: Math.max(...peaks.map(({ megabytes }) => megabytes)),
    unit: 'MB',
    target: { atMost: 1200 },
    detail: peaks.map(({ tool, megabytes }) => `${tool} ${megabytes} MB`).join('; '),
  }
}
