import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { AvatarStyle } from '#contract/jobs/instant-avatars.ts'
import type { AvatarLook, EngineRegistry, ToolEngine } from '#server/engines/spec/index.ts'

/** Avatars made by the built-in engine (`scripts/make-tool-images.ts`), which the web app serves. */
const SAMPLES = path.join(import.meta.dirname, '../../../../../web/public/tools/looks')

export const avatarLooks = (tool: ToolEngine): readonly AvatarLook[] => tool.avatarLooks?.() ?? []

/** The looks that can be ordered now. */
export async function listAvatarStyles(engines: EngineRegistry): Promise<AvatarStyle[]> {
  const found = await engines.findTool('draw_avatars')
  if (!found) return []
  const samples = new Set(await readdir(SAMPLES).catch(() => []))
  return avatarLooks(found.tool).map(({ id, name }) => {
    const file = `${id}.webp`
    return { id, name, sample_url: samples.has(file) ? `/tools/looks/${file}` : null }
  })
}
