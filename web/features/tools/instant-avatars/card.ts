import { IconUserScan } from '@tabler/icons-react'
import type { ToolCard } from '#web/lib/tool-names/tool-card.ts'

export const icon = IconUserScan

export const card: ToolCard = {
  sample: '/tools/avatars-card.webp',
  // A model of a service has a price of its own.
  price: null,
}
