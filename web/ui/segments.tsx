import { type CSSProperties, type ReactNode, useId } from 'react'
import classes from './segments.module.css'

interface Segment<Value extends string> {
  value: Value
  label: ReactNode
  disabled?: boolean
}

/**
 * A few choices beside each other, of which one holds: native radio buttons, so that arrow keys and readers of the page know
 * them. Not Mantine's SegmentedControl, which measures its labels to move a plate and takes 3.5 kB for that on first pages.
 * @param props.value one of the values, or anything else where none holds
 */
export function Segments<Value extends string>({
  value,
  data,
  onChange,
  disabled = false,
  fullWidth = false,
  size = 'sm',
  isRound = false,
  className,
  style,
  ...name
}: {
  value: string
  data: readonly (Value | Segment<Value>)[]
  onChange(value: Value): void
  disabled?: boolean
  /** All equally wide, over the whole line; else each is as wide as its label. */
  fullWidth?: boolean
  size?: 'sm' | 'md'
  isRound?: boolean
  className?: string | undefined
  style?: CSSProperties
  'aria-label'?: string
  'aria-labelledby'?: string
}) {
  const group = useId()
  const segments = data.map((one) => (typeof one === 'string' ? { value: one, label: one } : one))
  return (
    <div
      role="radiogroup"
      className={className === undefined ? classes.root : `${classes.root} ${className}`}
      data-full-width={fullWidth || undefined}
      data-size={size}
      data-round={isRound || undefined}
      style={style}
      {...name}
    >
      {segments.map((segment: Segment<Value>) => {
        const isActive = segment.value === value
        const isDisabled = disabled || segment.disabled === true
        return (
          <label
            key={segment.value}
            className={classes.segment}
            data-active={isActive || undefined}
            data-disabled={isDisabled || undefined}
          >
            <input
              // Somebody may have chosen before the page worked: the browser shows that, and would never tell of it again.
              ref={(input) => {
                if (input?.checked && !isActive) onChange(segment.value)
              }}
              type="radio"
              className={classes.input}
              name={group}
              value={segment.value}
              checked={isActive}
              disabled={isDisabled}
              onChange={() => onChange(segment.value)}
            />
            <span className={classes.label}>{segment.label}</span>
          </label>
        )
      })}
    </div>
  )
}
