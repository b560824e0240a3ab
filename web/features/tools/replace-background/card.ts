import { IconPhotoScan } from '@tabler/icons-react'
import type { ToolCard } from '#web/lib/tool-names/tool-card.ts'

export const icon = IconPhotoScan

export const card: ToolCard = {
  sample: '/tools/replaced-card.webp',
  price: (prices) => ({ of: 'image', credits: prices.replace_background }),
}
