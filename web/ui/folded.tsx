import { Anchor } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useId, useState } from 'react'
import classes from './folded.module.css'
import { useTexts } from './texts.ts'

/** Height of a line of small text, pixels. */
const LINE = 23.25

/**
 * Small text of which only the first lines are shown until all of it is asked for. Readers of the page have all of it. Not
 * Mantine's Spoiler: that is a landmark without a name, and on a page with several pictures there are many.
 * @param beside the button stands at the end of the lines in the place of below them
 */
export function Folded({
  lines,
  beside = false,
  children,
}: {
  lines: number
  beside?: boolean
  children: ReactNode
}) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  const { ref, height } = useElementSize()
  const id = useId()
  const isLong = height > lines * LINE + 1
  return (
    <div className={classes.root} data-long={isLong || undefined} data-beside={beside || undefined}>
      {isLong && (
        <Anchor
          component="button"
          type="button"
          className={classes.control}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('folded.showLess') : t('folded.showAll')}
        </Anchor>
      )}
      <div
        id={id}
        className={classes.content}
        data-open={isOpen || undefined}
        style={{ '--lines': lines }}
      >
        <div ref={ref}>{children}</div>
      </div>
    </div>
  )
}
