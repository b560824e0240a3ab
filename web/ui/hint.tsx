import { cloneElement, type HTMLAttributes, type ReactElement, useId, useState } from 'react'
import { useDeferred } from '#web/lib/use-deferred.ts'

const loadTooltip = () => import('./tooltip.ts').then(({ Tooltip }) => Tooltip)

/**
 * A tooltip whose code comes when somebody is about to see it: under the pointer, or with the focus.
 * @param props.long a sentence or more: it shows with the focus and at a tap too, and is the element's description
 * @param props.children one element that takes the handlers of a DOM element
 */
export function Hint({
  label,
  long = false,
  children,
}: {
  label: string
  long?: boolean
  children: ReactElement<HTMLAttributes<HTMLElement>>
}) {
  const [Tooltip, ask] = useDeferred(loadTooltip)
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const description = useId()
  const show = (element: HTMLElement): void => {
    setTarget(element)
    void ask()
  }
  const hide = (): void => {
    setPointedAt(false)
    setFocus(false)
  }
  return (
    <>
      {cloneElement(children, {
        ...(long && { 'aria-describedby': description }),
        onPointerEnter(event) {
          if (event.pointerType === 'touch') return
          show(event.currentTarget)
          setPointedAt(true)
        },
        onPointerLeave: () => setPointedAt(false),
        onFocus(event) {
          if (!long) return
          show(event.currentTarget)
          setFocus(true)
        },
        onBlur: () => setFocus(false),
        onKeyDown: ({ key }) => key === 'Escape' && hide(),
      })}
      {long && (
        <span id={description} hidden>
          {label}
        </span>
      )}
      {Tooltip && target && (
        <Tooltip
          target={target}
          label={label}
          opened={isPointedAt || hasFocus}
          {...(long && { multiline: true, w: 260 })}
        />
      )}
    </>
  )
}
