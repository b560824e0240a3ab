import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { HeadshotBackground } from '#contract/jobs/headshots.ts'
import type { EngineRegistry } from '#server/engines/spec/index.ts'

/** Headshots made by the built-in engine (`scripts/make-headshot-samples.ts`), which the web app serves. */
const SAMPLES = path.join(import.meta.dirname, '../../../../../web/public/tools/headshots')

/** The backgrounds that can be ordered now. */
export async function listHeadshotBackgrounds(
  engines: EngineRegistry,
): Promise<HeadshotBackground[]> {
  const found = await engines.findTool('take_headshots')
  if (!found) return []
  const samples = new Set(await readdir(SAMPLES).catch(() => []))
  return (found.tool.headshots?.().scenes ?? []).map(({ id, name }) => {
    const file = `${id}.webp`
    return { id, name, sample_url: samples.has(file) ? `/tools/headshots/${file}` : null }
  })
}
