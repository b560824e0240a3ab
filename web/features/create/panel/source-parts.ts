import { type ComponentType, createContext } from 'react'
import type { FieldProblems } from '../lib/order.ts'

/** The fields about the image to start from, which only the page that starts from one brings along; null elsewhere. */
export const SourceParts = createContext<{
  Field: ComponentType<{ problems: FieldProblems; signedIn: boolean }>
  Settings: ComponentType<{ problems: FieldProblems }>
} | null>(null)
