import type { SoldBelowCost } from '#contract/admin-engines.ts'
import { leastCreditValue, prices } from '#server/domains/billing/index.ts'
import type { ImageModel, ToolModel, ToolName, VideoModel } from '#server/engines/spec/index.ts'

/** The least credits of a tool without a price of its own; null: the price list has none. */
function listedPrice(tool: ToolName): number | null {
  const list = prices()
  const credits: Partial<Record<ToolName, number>> = {
    remove_background: list.remove_background,
    replace_background: list.replace_background,
    remove_object: list.remove_object,
    swap_faces: list.face_swap,
    upscale: Math.min(list.upscale.x2, list.upscale.x3, list.upscale.x4),
    fix_faces: list.fix_faces,
    draw_avatars: list.instant_avatar,
    take_headshots: list.headshot,
  }
  return credits[tool] ?? null
}

interface Sold {
  name: string
  credits: number | null
  costMicros: number | undefined
}

/** Which of an engine's models cost the operator more, about, than the cheapest credit that is sold brings. */
export function findLosses({
  models,
  tools,
  videos,
}: {
  models: readonly ImageModel[]
  tools: readonly ToolModel[]
  videos: readonly VideoModel[]
}): SoldBelowCost[] {
  const sold: Sold[] = [
    ...models.map(({ name, credits = 1, costMicros }) => ({ name, credits, costMicros })),
    ...tools.map(({ name, tool, credits, costMicros }) => ({
      name,
      credits: credits ?? listedPrice(tool),
      costMicros,
    })),
    ...videos.map((video) => ({
      name: video.name,
      credits: video.credits ?? prices().video[video.provider] ?? null,
      costMicros: video.costMicros,
    })),
  ]
  const value = leastCreditValue()
  const losses = sold.flatMap(({ name, credits, costMicros: cost }): SoldBelowCost[] =>
    cost === undefined || credits === null || cost <= credits * value
      ? []
      : [{ model: name, credits, cost, brings: credits * value }],
  )
  // A model that draws and edits at one price is named once.
  return [
    ...new Map(losses.map((one) => [`${one.credits} ${one.cost} ${one.model}`, one])).values(),
  ]
}
