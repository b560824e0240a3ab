import { IconFaceId } from '@tabler/icons-react'
import type { ToolCard } from '#web/lib/tool-names/tool-card.ts'

export const icon = IconFaceId

export const card: ToolCard = {
  sample: '/tools/faces-card.webp',
  price: (prices) => ({ of: 'image', credits: prices.face_swap }),
}
