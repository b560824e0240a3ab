import { UnstyledButton } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import type { Thing } from '#contract/things.ts'
import type { Picked } from './compose-prompt.ts'
import { useTexts } from './texts.ts'
import classes from './things.module.css'

const EDGE = 56

/** Arrow keys go from picture to picture, as many columns as there are. */
function walk(event: KeyboardEvent<HTMLButtonElement>): void {
  const grid = event.currentTarget.parentElement
  const buttons = [...(grid?.querySelectorAll<HTMLButtonElement>('button') ?? [])]
  const at = buttons.indexOf(event.currentTarget)
  const top = buttons[0]?.offsetTop
  const columns = buttons.findIndex(({ offsetTop }) => offsetTop !== top)
  const row = columns < 0 ? buttons.length : columns
  const steps: Partial<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: row,
    ArrowUp: -row,
  }
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  buttons[at + step]?.focus()
}

/** Things by their pictures. */
export function ThingGrid({
  things,
  picked,
  isFull,
  onToggle,
  children,
}: {
  things: readonly Thing[]
  picked: readonly Picked[]
  /** Whether no more can be picked. */
  isFull: boolean
  onToggle: (name: string) => void
  /** Below the pictures. */
  children: ReactNode
}) {
  const t = useTexts()
  return (
    <div className={classes.scroll}>
      <div className={classes.grid} role="group" aria-label={t('things.grid')}>
        {things.map(({ name, picture_url: picture }) => {
          const isPicked = picked.some((one) => one.name === name)
          return (
            <UnstyledButton
              key={name}
              className={classes.thing}
              aria-pressed={isPicked}
              aria-disabled={isFull && !isPicked}
              onClick={() => onToggle(name)}
              onKeyDown={walk}
            >
              {picture !== null && <img src={picture} alt="" width={EDGE} height={EDGE} />}
              <span>{name}</span>
            </UnstyledButton>
          )
        })}
      </div>
      {children}
    </div>
  )
}
