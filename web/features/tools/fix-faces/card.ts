import { IconMoodSpark } from '@tabler/icons-react'
import type { ToolCard } from '#web/lib/tool-names/tool-card.ts'

export const icon = IconMoodSpark

export const card: ToolCard = {
  sample: '/tools/fixed-card.webp',
  price: (prices) => ({ of: 'image', credits: prices.fix_faces }),
}
