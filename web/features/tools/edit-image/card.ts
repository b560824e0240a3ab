import { IconWand } from '@tabler/icons-react'
import type { ToolCard } from '#web/lib/tool-names/tool-card.ts'

export const icon = IconWand

export const card: ToolCard = {
  sample: '/tools/cat.jpg',
  price: null,
}
