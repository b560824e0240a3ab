import { type ButtonHTMLAttributes, cloneElement, type ReactElement, useId, useState } from 'react'
import { useDeferred } from '#web/lib/use-deferred.ts'
import type { Asked } from './question-popover.tsx'

const loadQuestion = () =>
  import('./question-popover.tsx').then(({ QuestionPopover }) => QuestionPopover)

/**
 * Asks once more before a button does what it says. The code of the question comes when somebody is about to press it: under the
 * pointer, or with the focus.
 * @param props.children the button, which takes the handlers of a DOM element
 */
export function Question({
  children,
  ...asked
}: Asked & { children: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>> }) {
  const [Popover, ask] = useDeferred(loadQuestion)
  const [button, setButton] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const prepare = (element: HTMLElement): void => {
    setButton(element)
    void ask()
  }
  return (
    <>
      {cloneElement(children, {
        id,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        ...(isOpen && { 'aria-controls': `${id}-dropdown` }),
        onPointerEnter: ({ currentTarget }) => prepare(currentTarget),
        onFocus: ({ currentTarget }) => prepare(currentTarget),
        onClick({ currentTarget }) {
          prepare(currentTarget)
          setOpen(!isOpen)
        },
      })}
      {Popover && button && (
        <Popover {...asked} id={id} button={button} isOpen={isOpen} onOpen={setOpen} />
      )}
    </>
  )
}
