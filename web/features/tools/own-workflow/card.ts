import { IconPlayerPlayFilled } from '@tabler/icons-react'
import type { ToolCard } from '#web/lib/tool-names/tool-card.ts'

export const icon = IconPlayerPlayFilled

export const card: ToolCard = {
  price: null,
}
