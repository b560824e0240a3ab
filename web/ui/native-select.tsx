import { InputBase, type InputBaseProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import classes from './native-select.module.css'

interface Option {
  value: string
  label: string
  disabled?: boolean
}

type Props = InputBaseProps &
  Omit<ComponentPropsWithRef<'select'>, keyof InputBaseProps | 'size'> & {
    /** In the place of children; a text is its own value. */
    data?: readonly (string | Option)[]
  }

/** A choice among few, in the browser's own list. It looks like Mantine's, which brings parts of the lists that Mantine draws. */
export function NativeSelect({ data, children, ...props }: Props) {
  return (
    <InputBase
      {...props}
      component="select"
      pointer
      rightSectionPointerEvents="none"
      rightSection={
        <svg
          viewBox="0 0 15 15"
          fill="none"
          aria-hidden
          className={classes.chevron}
          data-size={props.size}
          data-error={Boolean(props.error) || undefined}
        >
          <path d="m5.25 5.75 2.25-2.25 2.25 2.25m0 3.5-2.25 2.25-2.25-2.25" />
        </svg>
      }
    >
      {children ??
        data?.map((one) => {
          const { value, label, disabled } =
            typeof one === 'string' ? { value: one, label: one } : one
          return (
            <option key={value} value={value} disabled={disabled}>
              {label}
            </option>
          )
        })}
    </InputBase>
  )
}
