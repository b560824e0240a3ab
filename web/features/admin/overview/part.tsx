import { Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import classes from './overview.module.css'

/** Tells whether the page is as narrow as a phone, where titles and figures come first and the rest is opened. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })

/** Shows its content beneath a summary once that is pressed, and makes it only then: a chart that nobody sees has no width. */
export function Folded({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={classes.folded}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => setOpen(open)}
    >
      <summary className={classes.summary}>{summary}</summary>
      {isOpen && children}
    </details>
  )
}

/** A part of the overview with a title; on a phone the title alone, until it is pressed. */
export function Part({
  title,
  order,
  children,
}: {
  title: string
  order: 2 | 3
  children: ReactNode
}) {
  const isPhone = useIsPhone()
  const heading = <Title order={order}>{title}</Title>
  return (
    <section aria-label={title} className={classes.section}>
      {isPhone ? (
        <Folded summary={heading}>{children}</Folded>
      ) : (
        <>
          {heading}
          {children}
        </>
      )}
    </section>
  )
}
