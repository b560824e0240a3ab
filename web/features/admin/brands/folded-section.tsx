import { Stack, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './brands.module.css'

/**
 * A part of a long form, of which the title alone is shown until it is opened. Its fields are made only then: a textarea
 * that nobody sees cannot fit its height to its text.
 * @param props.isWrong one of its fields was refused, so that it opens by itself
 */
export function FoldedSection({
  title,
  isWrong,
  children,
}: {
  title: string
  isWrong: boolean
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen || isWrong
  return (
    <details
      className={classes.folded}
      open={isShown}
      onToggle={({ currentTarget: { open } }) => setOpen(open)}
    >
      <summary>
        <Title order={2} fz="lg">
          {title}
        </Title>
      </summary>
      {isShown && <Stack className={classes.fields}>{children}</Stack>}
    </details>
  )
}
