import { type ComponentType, createContext } from 'react'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'

/** All about the image to start from, which only the page that starts from one brings along; null elsewhere. */
export const SourceParts = createContext<{
  Field: ComponentType<{ problems: FieldProblems; signedIn: boolean }>
  Settings: ComponentType<{ problems: FieldProblems }>
  /** @param props.photo id of a photo that was chosen, though the model redraws illustrations only */
  Advice: ComponentType<{ photo: string | null }>
} | null>(null)
