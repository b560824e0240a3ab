import type { ReactNode } from 'react'

/** What each step gets: what follows when it is done, the button that passes it over, and what the account's own pages show. */
export interface StepProps {
  onDone(): void
  skip: ReactNode
  /** Sets an authenticator app up; while nothing else is asked there, it shows the buttons that it is given. */
  renderSecondFactor(footer: (isOn: boolean) => ReactNode): ReactNode
}
