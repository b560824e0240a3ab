import { atelierCompanion } from './illustrations/companion.ts'
import type { Companions } from './diffusion/model-companion.ts'

/** The companions that model folders can name (`companion` in `model.json`). */
export const COMPANIONS: Companions = { atelier: atelierCompanion }
