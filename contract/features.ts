import { z } from 'zod'
import { FEATURES } from './values/features.ts'

export const Feature = z.enum(FEATURES)
export type Feature = z.infer<typeof Feature>
