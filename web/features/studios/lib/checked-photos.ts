import { create } from 'zustand'

/** How many photos of each studio are being sent and checked; the queue and what waits for it are apart on the page. */
const useChecked = create<Readonly<Record<string, number>>>()(() => ({}))

/** Notes that photos of a studio are on their way (`more` above 0), or that they have come or were refused. */
export function noteChecking(studio: string, more: number): void {
  useChecked.setState((counts) => ({ [studio]: (counts[studio] ?? 0) + more }))
}

/** Whether photos of a studio are still being checked, so that nothing may start without them. */
export const useIsChecking = (studio: string): boolean =>
  useChecked((counts) => (counts[studio] ?? 0) > 0)
