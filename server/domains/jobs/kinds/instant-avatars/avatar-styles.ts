import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { AvatarStyles } from '#contract/jobs/instant-avatars.ts'
import { prices } from '#server/domains/billing/index.ts'
import type {
  AvatarLook,
  EngineRegistry,
  ToolEngine,
  ToolModel,
} from '#server/engines/spec/index.ts'

/** Avatars made by the built-in engine (`scripts/make-tool-images.ts`), which the web app serves. */
const SAMPLES = path.join(import.meta.dirname, '../../../../../web/public/tools/looks')

export const avatarLooks = (tool: ToolEngine): readonly AvatarLook[] => tool.avatarLooks?.() ?? []

/** Credits for an image. */
export const creditsOf = ({ credits }: Pick<ToolModel, 'credits'>): number =>
  credits ?? prices().instant_avatar

/** The looks that can be ordered now, and what an image costs. */
export async function listAvatarStyles(engines: EngineRegistry): Promise<AvatarStyles> {
  const found = await engines.findTool('draw_avatars')
  if (!found) return { results: [], credits: prices().instant_avatar, drawn_by: null }
  const { tool, model } = found
  const elsewhere = tool.imagesGoTo
  // The samples were not made by a service.
  const samples = new Set(elsewhere === undefined ? await readdir(SAMPLES).catch(() => []) : [])
  const results = avatarLooks(tool).map(({ id, name }) => {
    const file = `${id}.webp`
    return { id, name, sample_url: samples.has(file) ? `/tools/looks/${file}` : null }
  })
  return {
    results,
    credits: creditsOf(model),
    drawn_by:
      elsewhere === undefined
        ? null
        : { model: model.name, licence: model.licence, photos_go_to: elsewhere },
  }
}
