import { IconBrush } from '@tabler/icons-react'
import type { ToolCard } from '#web/lib/tool-names/tool-card.ts'

export const icon = IconBrush

export const card: ToolCard = {
  sample: '/tools/editor-card.webp',
  price: (prices) => ({ of: 'imageFrom', credits: prices.remove_object }),
}
