import type { OutputSize } from '#contract/jobs/output-sizes.ts'
import type { Backdrop } from '#web/features/tool-page/backdrop/backdrop.ts'

/** What is done to each cut-out, of one photo or of several. */
export interface Choice {
  backdrop: Backdrop
  shadow: boolean
  crop: boolean
  /** Null: that of the photo. */
  size: OutputSize | null
}

export const FIRST_CHOICE: Choice = {
  backdrop: { kind: 'none' },
  shadow: false,
  crop: false,
  size: null,
}

const WHITE: Backdrop = { kind: 'color', color: '#ffffff' }

/** What lies behind a cut-out: shops want white where nothing else was chosen. */
export const behindOf = ({ backdrop, size }: Choice): Backdrop =>
  size === 'shop' && backdrop.kind === 'none' ? WHITE : backdrop
