import { UnstyledButton } from '@mantine/core'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useDeferred } from '#web/lib/use-deferred.ts'

/** What a menu that takes the place of its button is told of it. */
export interface TakenOver {
  /** The button was pressed. */
  startsOpen: boolean
  /** The button had the focus. */
  startsFocused: boolean
}

const focus = (element: HTMLElement | null): void => element?.focus()

/** The `ref` of the new button, which takes the focus over from the old one. */
export const focusOf = (startsFocused: boolean) => (startsFocused ? focus : undefined)

/**
 * The button of a menu whose code comes when somebody is about to open it: under the pointer, or with the focus. The menu
 * with a button of its own then takes this one's place.
 */
export function DeferredMenu<P extends object = object>({
  load,
  props,
  label,
  className,
  children,
}: {
  load: () => Promise<ComponentType<TakenOver & P>>
  /** What the menu gets beside what it is told of the button. */
  props: P
  /** The button's name, where its content says none. */
  label?: string
  className?: string | undefined
  children: ReactNode
}) {
  const [Menu, ask] = useDeferred(load)
  const [isOpen, setOpen] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  // A button that goes between press and release is not clicked.
  const [isPressed, setPressed] = useState(false)
  if (Menu && !isPressed) return <Menu {...props} startsOpen={isOpen} startsFocused={hasFocus} />
  return (
    <UnstyledButton
      {...(label !== undefined && { 'aria-label': label })}
      aria-haspopup="menu"
      aria-expanded={false}
      className={className}
      onPointerEnter={() => void ask()}
      onFocus={() => {
        setFocus(true)
        void ask()
      }}
      onBlur={() => setFocus(false)}
      onPointerDown={() => setPressed(true)}
      onPointerLeave={() => setPressed(false)}
      onPointerCancel={() => setPressed(false)}
      onClick={() => {
        setPressed(false)
        setOpen(true)
        void ask()
      }}
    >
      {children}
    </UnstyledButton>
  )
}
