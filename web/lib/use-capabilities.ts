import type { Capabilities } from '#contract/capabilities.ts'
import { useRootData } from './site.ts'

/** What can be made on this site, as it was when the page was loaded. */
export const useCapabilities = (): Capabilities => useRootData().capabilities
