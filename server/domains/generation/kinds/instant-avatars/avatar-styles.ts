import type { AvatarStyle } from '#contract/jobs/instant-avatars.ts'
import type { AvatarLook, EngineRegistry, ToolEngine } from '#server/engines/spec/index.ts'

export const avatarLooks = (tool: ToolEngine): readonly AvatarLook[] => tool.avatarLooks?.() ?? []

/** The looks that can be ordered now. */
export async function listAvatarStyles(engines: EngineRegistry): Promise<AvatarStyle[]> {
  const found = await engines.findTool('draw_avatars')
  if (!found) return []
  return avatarLooks(found.tool).map(({ id, name }) => ({ id, name, sample_url: null }))
}
