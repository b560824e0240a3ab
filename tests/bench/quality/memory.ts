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
/** As phones make them, and the largest picture that is taken. */
const SIZES = [12, 25]
const TOOLS = [
  'remove_background',
  'replace_background',
  'replace_background_blurred',
  'replace_background_photo',
  'remove_object',
  'swap_faces',
  'fix_faces',
  'upscale',
  'upscale_pro',
  'upscale_8',
  'draw_avatars',
  'take_headshots',
] as const

/** The most memory of a process that does a tool's work on a large picture, tool by tool. */
export async function benchMemoryOfTools(): Promise<(BenchResult | SkippedBench)[]> {
  if (process.platform !== 'linux')
    return [{ name: 'Tools: most memory of a process', skipped: 'only Linux says it' }]
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-quality-'))
  const results: BenchResult[] = []
  try {
    for (const megapixels of SIZES) {
      const file = join(folder, `${megapixels}.jpg`)
      await writeFile(file, await makeLargePhotograph(megapixels))
      for (const tool of TOOLS) results.push(await measure(tool, megapixels, file))
    }
  } finally {
    await rm(folder, { recursive: true })
  }
  return results
}

async function measure(tool: string, megapixels: number, file: string): Promise<BenchResult> {
  const { stdout } = await promisify(execFile)(process.execPath, [...FLAGS, SCRIPT, tool, file])
  const [peak = Number.NaN, after, seconds] = stdout.split(' ').map(Number)
  return {
    name: `${tool} on ${megapixels} megapixels: most memory of its process`,
    value: peak,
    unit: 'MB',
    target: { atMost: 1200 },
    detail: `${after} MB afterwards, ${seconds} s`,
  }
}
