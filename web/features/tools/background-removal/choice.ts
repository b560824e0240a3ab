import type { Backdrop } from '#web/features/tool-page/backdrop/backdrop.ts'

/** What is done to each of several; for one it is chosen with the result at hand. */
export interface Choice {
  backdrop: Backdrop
  shadow: boolean
  crop: boolean
}
