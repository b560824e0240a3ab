import { IconMovie } from '@tabler/icons-react'
import type { ToolCard } from '#web/lib/tool-names/tool-card.ts'

export const icon = IconMovie

export const card: ToolCard = {
  sample: '/tools/video-card.webp',
  price: (prices) => ({ of: 'secondFrom', credits: Math.min(...Object.values(prices.video)) }),
}
