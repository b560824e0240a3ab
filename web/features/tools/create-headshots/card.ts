import { IconUserSquare } from '@tabler/icons-react'
import type { ToolCard } from '#web/lib/tool-names/tool-card.ts'

export const icon = IconUserSquare

export const card: ToolCard = {
  page: '/tools/professional-headshots',
  sample: '/tools/headshot-card.webp',
  price: (prices) => ({ of: 'image', credits: prices.headshot }),
}
