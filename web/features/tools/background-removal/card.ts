import { IconBackground } from '@tabler/icons-react'
import type { ToolCard } from '#web/lib/tool-names/tool-card.ts'

export const icon = IconBackground

export const card: ToolCard = {
  sample: '/tools/background-card.webp',
  price: (prices) => ({ of: 'image', credits: prices.remove_background }),
}
