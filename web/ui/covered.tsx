import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './covered.module.css'

/** What a button says that takes the cover off. */
export const UNCOVER_LABEL = 'Show image: it may not suit everybody'

/** A picture, out of focus and under the word “Show” while it is covered. */
export function Covered({ covered, children }: { covered: boolean; children: ReactNode }) {
  if (!covered) return children
  return (
    <span className={classes.covered}>
      {children}
      <span className={classes.cover}>Show</span>
    </span>
  )
}

/** The button over a blurred picture that takes the cover off. It fills the positioned element that it stands in. */
export function Uncover({ onClick }: { onClick: () => void }) {
  return (
    <UnstyledButton className={classes.cover} aria-label={UNCOVER_LABEL} onClick={onClick}>
      Show
    </UnstyledButton>
  )
}
