import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './covered.module.css'
import { useTexts } from './texts.ts'

/** What a button says that takes the cover off. */
export const useUncoverLabel = (): string => useTexts()('covered.uncover')

/** A picture, out of focus and under the word “Show” while it is covered. */
export function Covered({ covered, children }: { covered: boolean; children: ReactNode }) {
  const t = useTexts()
  if (!covered) return children
  return (
    <span className={classes.covered}>
      {children}
      <span className={classes.cover}>{t('covered.show')}</span>
    </span>
  )
}

/** The button over a blurred picture that takes the cover off. It fills the positioned element that it stands in. */
export function Uncover({ onClick }: { onClick: () => void }) {
  const t = useTexts()
  return (
    <UnstyledButton className={classes.cover} aria-label={t('covered.uncover')} onClick={onClick}>
      {t('covered.show')}
    </UnstyledButton>
  )
}
