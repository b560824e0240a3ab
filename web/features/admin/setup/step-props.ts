import type { ReactNode } from 'react'

/** What each step gets: what follows when it is done, and the button that passes it over. */
export interface StepProps {
  onDone(): void
  skip: ReactNode
}
