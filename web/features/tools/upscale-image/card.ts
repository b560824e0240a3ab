import { IconMaximize } from '@tabler/icons-react'
import type { ToolCard } from '#web/lib/tool-names/tool-card.ts'

export const icon = IconMaximize

export const card: ToolCard = {
  sample: '/tools/upscale-card.webp',
  price: (prices) => ({ of: 'imageFrom', credits: prices.upscale.x2 }),
}
